// GitHub's Markdown, read only. remark-gfm writes it as well, and that half is 10 kB no page needs.
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Processor } from 'unified'

/** Where remark-parse looks for what it reads beside plain Markdown. */
interface ParserData {
  micromarkExtensions?: unknown[]
  fromMarkdownExtensions?: unknown[]
}

/** Tables, task lists, strikethrough, footnotes and bare addresses (GitHub Flavored Markdown), for a remark processor. */
export function readGfm(this: Processor): void {
  const data = this.data() as ParserData
  ;(data.micromarkExtensions ??= []).push(gfm())
  ;(data.fromMarkdownExtensions ??= []).push(gfmFromMarkdown())
}
