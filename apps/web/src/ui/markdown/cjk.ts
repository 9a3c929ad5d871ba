// Emphasis beside Chinese, Japanese and Korean letters, which CommonMark takes for text. Loaded with the first text that has it.
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import type { Processor } from 'unified'

/** Where remark-parse looks for its extensions. */
interface ParserData {
  micromarkExtensions?: unknown[]
}

/** Reads `**` and `~~` beside these letters and their punctuation. Comes after `readGfm`, whose strikethrough it replaces. */
export function readCjk(this: Processor): void {
  const data = this.data() as ParserData
  emphasis ??= cjkFriendlyExtension()
  strikethrough ??= gfmStrikethroughCjkFriendly({ singleTilde: false })
  ;(data.micromarkExtensions ??= []).push(emphasis, strikethrough)
}

let emphasis: ReturnType<typeof cjkFriendlyExtension> | undefined
let strikethrough: ReturnType<typeof gfmStrikethroughCjkFriendly> | undefined
