import type { VersionNoticeProps } from './props.js';
import { useWords } from './words.js';

/** The version of the page if the header has no menu of versions, and a banner if the version is not the latest. */
export function VersionNotice({ siteTitle, version }: VersionNoticeProps) {
  const { text } = useWords();
  const { banner, label, latest, section } = version;
  return (
    <>
      {(banner !== null || latest !== undefined) && (
        <p className="banner" role="note">
          {text(banner ?? 'otherVersion', { site: section === '' ? siteTitle : section, version: label })}
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
