/** True for a text with a letter that is written from right to left: of Hebrew, Arabic and the scripts between them. */
export function hasRightToLeft(text: string): boolean {
  return /[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/.test(text);
}
