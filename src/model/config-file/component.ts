/** True for a component, `{component, isInline}`, or a module whose default export is a component. */
export function isComponent(entry: unknown): boolean {
  if (typeof entry === 'function') return true;
  if (typeof entry !== 'object' || entry === null) return false;
  return '$$typeof' in entry || ['component', 'default'].some((key) => isComponent(Reflect.get(entry, key)));
}
