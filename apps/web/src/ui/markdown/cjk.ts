// Emphasis beside Chinese, Japanese and Korean letters, which CommonMark takes for text. Loaded with the first text that has it.
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import type { Reader } from './read-tree.ts'

/** Reads `**` and `~~` beside these letters and their punctuation, instead of the constructs of GFM. */
export const cjkReader: Reader = {
  syntax: [cjkFriendlyExtension(), gfmStrikethroughCjkFriendly({ singleTilde: false })],
}
