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
  // The same for every block: making them takes as long as reading a short one.
  syntax ??= gfm()
  tree ??= gfmFromMarkdown()
  ;(data.micromarkExtensions ??= []).push(syntax)
  ;(data.fromMarkdownExtensions ??= []).push(tree)
}

let syntax: ReturnType<typeof gfm> | undefined
let tree: ReturnType<typeof gfmFromMarkdown> | undefined
