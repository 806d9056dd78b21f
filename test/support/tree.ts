/** Returns the parts of a tree that affect the HTML. */
export function shapeOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shapeOf);
  if (typeof node !== 'object' || node === null) return node;
  const isHtml = (node as { type?: string }).type === 'html'; // white space in a tag has no meaning
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== 'position' && value !== null && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, isHtml && typeof value === 'string' ? value.replace(/\s+/g, ' ') : shapeOf(value)]),
  );
}
