import type { VersionNoticeProps } from './props.js';
import { useWords } from './words.js';

/** What a reader must know of the version: a badge with its label, a banner where it is not the released one. */
export function VersionNotice({ siteTitle, version }: VersionNoticeProps) {
  const { text } = useWords();
  return (
    <>
      {version.banner !== null && (
        <p className="banner" role="note">
          {text(version.banner, { site: siteTitle, version: version.label })}
        </p>
      )}
      {version.badge && <p className="badge">{text('version', { version: version.label })}</p>}
    </>
  );
}
