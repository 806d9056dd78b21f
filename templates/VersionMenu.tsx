import type { VersionProps } from './types.js';
import { useWords } from './words.js';

/** Menu with links to the same page in other versions, or to their home pages. */
export function VersionMenu({ label, choices }: Pick<VersionProps, 'label' | 'choices'>) {
  const { text } = useWords();
  return (
    <details className="site-links versions">
      <summary>{text('version', { version: label })}</summary>
      <nav aria-label={text('version', { version: label })}>
        <ul>
          {choices.map((choice) => (
            <li key={choice.href}>
              <a href={choice.href} aria-current={choice.isHere ? 'true' : undefined}>
                {choice.label}
                {choice.isLast && <small> {text('latestVersion')}</small>}
                {!choice.hasPage && <small> {text('frontOnly')}</small>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
