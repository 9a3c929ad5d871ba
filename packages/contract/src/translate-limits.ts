/** Maximum characters of one text to translate; the page cuts longer ones. */
export const TRANSLATE_LIMIT = 20_000
