// Which versions a folder has and what is said of each. Rules: Docusaurus's.
import type { ListedVersion, VersioningOptions } from '../config/schema/version-options.js';

/** Name of the version in the content folder itself. */
export const currentName = 'current';

/** Why options do not fit the versions that there are. */
interface VersionFault {
  readonly key: string;
  readonly reason: string;
}

/** The versions, newest first, by the names of `versions.json`; a folder without that file has no names. */
export function listVersions(
  names: readonly string[],
  options: VersioningOptions,
): readonly ListedVersion[] | VersionFault {
  const { lastVersion, includeCurrentVersion = true, onlyIncludeVersions: only, disableVersioning = false } = options;
  const saved = disableVersioning ? [] : names;
  const all = includeCurrentVersion && !saved.includes(currentName) ? [currentName, ...saved] : saved;
  if (all.length === 0)
    return { key: 'includeCurrentVersion', reason: 'without the current version, no version is left' };
  const known = (key: string, wanted: readonly string[]): VersionFault | undefined => {
    const unknown = wanted.find((name) => !all.includes(name));
    if (unknown === undefined) return undefined;
    return { key, reason: `there is no version \`${unknown}\`, only ${all.map((name) => `\`${name}\``).join(', ')}` };
  };
  const fault =
    known('onlyIncludeVersions', only ?? []) ??
    known('lastVersion', lastVersion === undefined ? [] : [lastVersion]) ??
    known('versions', Object.keys(options.versions ?? {}));
  if (fault) return fault;
  const listed = only ? all.filter((name) => only.includes(name)) : all;
  const last = lastVersion ?? listed.find((name) => name !== currentName) ?? currentName;
  if (!listed.includes(last))
    return { key: 'lastVersion', reason: `version \`${last}\` is not in \`onlyIncludeVersions\`` };
  return listed.map((name) => toListed(name, { options, listed, last }));
}

function toListed(
  name: string,
  { options, listed, last }: { options: VersioningOptions; listed: readonly string[]; last: string },
): ListedVersion {
  const own = options.versions?.[name] ?? {};
  const isLast = name === last;
  const isCurrent = name === currentName;
  const age = listed.indexOf(name) < listed.indexOf(last) ? 'unreleased' : 'unmaintained';
  const banner = own.banner ?? (isLast ? 'none' : age);
  return {
    fields: {
      version: name,
      label: own.label ?? (isCurrent ? 'Next' : name),
      banner: banner === 'none' ? null : banner,
      badge: own.badge ?? listed.length !== 1,
      noIndex: own.noIndex ?? false,
      className: own.className ?? `docs-version-${name}`,
      isLast,
    },
    path: own.path ?? (isLast ? '' : isCurrent ? 'next' : name),
  };
}
