/** Returns texts as they were before the build made their Cyrillic letters dense (vite.config.ts). */
export const cyrillic = <Texts extends object>(texts: Texts): Texts =>
  JSON.parse(JSON.stringify(texts), (_, text: unknown) =>
    typeof text === 'string'
      ? text.replace(/[@-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 976))
      : text,
  ) as Texts
