// Markdown texts in the config for the layout of pages. They are rendered like bodies.
import type { Config } from '../../../model/config/config.js';
import { sha256 } from '../../../model/input/hash.js';
import { toSourcePath } from '../../../model/types/path.js';
import type { Body, BodyInput, RenderBody } from '../../body/body-types.js';

const textKeys = ['announcement', 'footer.text', 'notFound'] as const;
export type FrameTextKey = (typeof textKeys)[number];

export const textSource = (key: FrameTextKey) => toSourcePath(`docgen.config (${key})`);

/** Renders the texts of a config. `buildId` is the hash of docgen's code, for the cache key. */
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

function inputOf(key: FrameTextKey, text: string, { lang, labels, extras, code }: Config, buildId: string): BodyInput {
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
    dialect: 'docusaurus',
    variables: {},
    extras,
    code,
    lang,
    labels,
    markdown: 'detect',
    messages: {},
    components: '',
    remarkPlugins: [],
  } as const;
  return { ...rest, text, key: sha256(`${JSON.stringify([buildId, rest])}\n${text}`), isRepeatable: true };
}
