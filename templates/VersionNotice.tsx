import type { VersionNoticeProps } from './props.js';
import type { VersionProps } from './types.js';
import { useWords } from './words.js';

/** The version of the page, a menu of other versions, and a banner if the version is not the latest. */
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

/** Menu with links to the same page in other versions, or to their home pages. */
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
