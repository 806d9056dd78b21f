import type { VersionNoticeProps } from './props.js';

/** What a reader must know of the version: a badge with its label, a banner where it is not the released one. */
export function VersionNotice({ siteTitle, version }: VersionNoticeProps) {
  return (
    <>
      {version.banner !== null && (
        <p className="banner" role="note">
          {version.banner === 'unreleased'
            ? `This is unreleased documentation of ${siteTitle}, version ${version.label}.`
            : `This documentation of ${siteTitle}, version ${version.label}, is no longer maintained.`}
        </p>
      )}
      {version.badge && <p className="badge">Version: {version.label}</p>}
    </>
  );
}
