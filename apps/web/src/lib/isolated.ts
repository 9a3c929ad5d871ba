/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Whether a text has Arabic, Hebrew or similar letters. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/**
 * Returns a name for a sentence of the page: one in Arabic or Hebrew does not reorder the words around it (U+2068, U+2069). Values
 * in texts are isolated already (`translations.ts`).
 */
export const isolated = (name: string): string => (hasRightToLeft(name) ? `\u2068${name}\u2069` : name)

/** Returns a text of the page as a name to store: without the marks of `isolated`. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')
