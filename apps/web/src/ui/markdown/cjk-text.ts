// Tells whether a text needs the code for scripts in `cjk.ts`, before that is loaded.

/** Chinese, Japanese and Korean, and scripts that also write words without blanks: Thai, Lao, Burmese and Khmer. */
const LETTERS =
  /[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u2e80-\u303f\u3040-\u30ff\u3130-\u318f\u31f0-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/

/** A label without a blank behind it: `**Note:**text`. */
const LABEL = /[:!?…”“»"]\*\*\p{L}/u

const ADDRESS = /https?:|www\./
/** Quotation marks and dots, which end an address in every language: “https://example.com”. */
const QUOTES = /[“”‘’…]/

/**
 * Returns whether a text has emphasis or addresses that may stand beside these letters, emphasis right before a letter, or
 * addresses that quotation marks may end.
 */
export const needsCjk = (text: string): boolean =>
  LETTERS.test(text)
    ? /[*_]|~~/.test(text) || ADDRESS.test(text)
    : LABEL.test(text) || (ADDRESS.test(text) && QUOTES.test(text))
