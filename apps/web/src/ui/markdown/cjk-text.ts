// What of a text concerns Chinese, Japanese and Korean: read before parsing, without the code for their emphasis.
import { outsideCode } from './math-text.ts'

const LETTERS =
  /[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3130-\u318f\u31f0-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/

/** Returns whether a text has emphasis that may stand beside these letters. */
export const hasCjkEmphasis = (text: string): boolean => /[*_]|~~/.test(text) && LETTERS.test(text)

/** Punctuation that ends an address: “https://example.com，” has no comma in its path. */
const ENDS = '，。；：！？、）】」』》〉〕｝“”‘’…'
const ADDRESS = new RegExp(`(^|[^(<"'=\\]])(https?://[^\\s<>${ENDS}]+)(?=[${ENDS}])`, 'g')

/** Returns the text with addresses that such punctuation follows as `<address>`, so that they end before it. */
export function endAddresses(text: string): string {
  if (!ADDRESS.test(text)) return text
  return outsideCode(text, (part) => part.replace(ADDRESS, '$1<$2>'))
}
