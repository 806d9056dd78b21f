/** What a page may load, as a Content Security Policy: nothing runs, nothing is framed, nothing is sent anywhere. */
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
