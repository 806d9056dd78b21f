/** The content security policy of a page. `fonts` are the allowed font sources. */
export function policyOf(fonts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'self'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    ...(fonts.length === 0 ? [] : [`font-src ${fonts.join(' ')}`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
