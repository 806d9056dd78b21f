import type { VersionNoticeProps } from './props.js';
import type { VersionProps } from './types.js';
import { useWords } from './words.js';

/** What a reader must know of the version: which it is, where the others are, and a banner where it is not the released one. */
export function VersionNotice({ siteTitle, version }: VersionNoticeProps) {
  const { text } = useWords();
  const { banner, label, latest } = version;
  return (
    <>
      {version.choices.length > 0 && <VersionMenu version={version} />}
      {(banner !== null || latest !== undefined) && (
        <p className="banner" role="note">
          {text(banner ?? 'otherVersion', { site: siteTitle, version: label })}
          {latest !== undefined && (
            <>
              {' '}
              <a href={latest.href}>{text(latest.hasPage ? 'latestPage' : 'latestFront', { version: latest.label })}</a>
            </>
          )}
        </p>
      )}
      {version.badge && <p className="badge">{text('version', { version: label })}</p>}
    </>
  );
}

/** Each version leads to the same page there, or to its front. */
function VersionMenu({ version: { label, choices } }: { readonly version: VersionProps }) {
  const { text } = useWords();
  return (
    <details className="versions">
      <summary>{text('version', { version: label })}</summary>
      <ul>
        {choices.map((choice) => (
          <li key={choice.href}>
            <a href={choice.href} aria-current={choice.isHere ? 'true' : undefined}>
              {choice.label}
            </a>
            {choice.isLast && <small> {text('latestVersion')}</small>}
            {!choice.hasPage && <small> {text('frontOnly')}</small>}
          </li>
        ))}
      </ul>
    </details>
  );
}
