// Texts of the config that stand around pages: Markdown, rendered as bodies are.
import type { Config } from '../../../model/config.js';
import { toSourcePath } from '../../../model/path.js';
import type { Body, BodyInput, RenderBody } from '../../body/body-types.js';
import { sha256 } from '../../hash.js';

/** Keys of the config whose values are Markdown. */
export const textKeys = ['announcement', 'footer.text', 'notFound'] as const;
export type FrameTextKey = (typeof textKeys)[number];

/** The file that messages about a text name. */
export const textSource = (key: FrameTextKey) => toSourcePath(`docgen.config (${key})`);

/** The bodies of the texts that a config has; `buildId` names docgen's own code. */
export async function renderTexts(
  config: Config,
  render: RenderBody,
  buildId: string,
): Promise<Readonly<Partial<Record<FrameTextKey, Body>>>> {
  const texts = { announcement: config.announcement, 'footer.text': config.footer.text, notFound: config.notFound };
  const made = textKeys
    .filter((key) => texts[key].trim() !== '')
    .map(async (key) => [key, await render(inputOf(key, texts[key], config, buildId))] as const);
  return Object.fromEntries(await Promise.all(made));
}

function inputOf(key: FrameTextKey, text: string, { lang, labels, extras }: Config, buildId: string): BodyInput {
  const rest = {
    source: textSource(key),
    line: 1,
    canTakeHeading: false,
    partials: {},
    shown: {},
    imports: {},
    origins: {},
    ownSites: [],
    headingIds: 'github',
    extras,
    lang,
    labels,
    components: '',
  } as const;
  return { ...rest, text, key: sha256(`${JSON.stringify([buildId, rest])}\n${text}`), isRepeatable: true };
}
