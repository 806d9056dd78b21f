// What a page says of its version and where it leads to others, as props.
import type { VersionChoiceProps, VersionProps } from '../../../../templates/types.js';
import { pageHref } from '../../../model/path.js';
import type { Page } from '../../../model/routes.js';
import type { Site } from '../../../model/site.js';
import type { VersionChoice } from '../../../model/versions/hub.js';

/** The version of a page, and the page in the others. */
export function versionOf(
  page: Page,
  { site, choicesOf }: { readonly site: Site; readonly choicesOf: (page: Page) => readonly VersionChoice[] },
): VersionProps {
  const { label, badge, banner } = site.config.version;
  const choices = choicesOf(page).map(
    ({ permalink, ...choice }): VersionChoiceProps => ({ ...choice, href: pageHref(permalink, site.config) }),
  );
  const here = choices.find(({ isHere }) => isHere);
  const latest = here?.isLast ? undefined : choices.find(({ isLast }) => isLast);
  return { label: here?.label ?? label, badge: badge && choices.length === 0, banner, latest, choices };
}
