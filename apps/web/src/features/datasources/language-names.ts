/** Returns the names of languages in another one: “German, English”. */
export function languageNames(codes: readonly string[], language: string): string {
  const names = new Intl.DisplayNames(language, { type: 'language', fallback: 'code' })
  return codes.map((code) => names.of(code) ?? code).join(', ')
}
