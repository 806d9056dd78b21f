// Rewrites a sequence diagram for beautiful-mermaid: names that the library can't parse get ids, and a line that it would ignore is an error, because a partial
// diagram would be misleading.

const declared = /^(?:create )?(participant|actor) (.+?)(?: ?@\{.*?\})?(?: as (.+))?$/i;
const message = /^([^:]+?) ?(?<!<<)(--?(?:>>?|[x)])) ?([+-]?) ?([^:]+?) ?:(.*)$/;
const note = /^note (left of|right of|over) ([^:]+?) ?: ?(.+)$/i;
const block = /^(?:loop|alt|opt|par|critical|break|rect|else|option|and|end)(?: |$)/;
/** Matches lines that don't affect messages. */
const skipped = /^(?:autonumber|(?:de)?activate|destroy|box|title|acc(?:Title|Descr)|links?|properties|details)\b|^$/i;
/** Matches names with several words, and those that the library parses as the start of a block. */
const unreadable = / |^(?:loop|alt|opt|par|critical|break|rect|else|and)/;

/** @throws for a line that can't be read */
export function readSequence([kind = '', ...lines]: readonly string[]): readonly string[] {
  const out = [kind];
  const ids = new Map<string, string>();
  const declare = (name: string, as: string, label: string) => {
    const id = ids.get(name) ?? (unreadable.test(name) ? `docgen-${ids.size}` : name);
    ids.set(name, id);
    out.push(`${as} ${id} as ${label}`);
  };
  const idOf = (name: string): string => {
    if (!ids.has(name) && unreadable.test(name)) declare(name, 'participant', name);
    return ids.get(name) ?? name;
  };
  for (const [index, line] of lines.entries()) {
    const [, as, name = '', label = name] = declared.exec(line) ?? [];
    const [, place, on = '', said = ''] = note.exec(line) ?? [];
    const [, from = '', arrow, mark = '', to = '', text = ''] = message.exec(line) ?? [];
    if (as !== undefined) declare(name, as.toLowerCase(), label);
    else if (place !== undefined) out.push(`Note ${place} ${on.split(/ ?, ?/).map(idOf).join(',')}: ${said}`);
    else if (block.test(line)) out.push(line.replace(/^option/, 'else'));
    else if (arrow !== undefined) {
      const [source, target] = [idOf(from), idOf(to)];
      out.push(`${source}${arrow}${mark}${target}: ${text.trim() || '\u200b'}`); // an arrow can have no text
    } else if (!skipped.test(line))
      throw new Error(`line ${index + 2} cannot be read at ${JSON.stringify(line.slice(0, 40))}`);
  }
  return out;
}
