// GitHub Flavored Markdown, parsing only. remark-gfm also serialises, which adds 10 kB that no page needs.
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Processor } from 'unified'

/** Where remark-parse looks for its extensions. */
interface ParserData {
  micromarkExtensions?: unknown[]
  fromMarkdownExtensions?: unknown[]
}

/** Adds tables, task lists, strikethrough, footnotes and bare URLs (GitHub Flavored Markdown) to a remark processor. */
export function readGfm(this: Processor): void {
  const data = this.data() as ParserData
  // Cached: creating the extensions takes as long as parsing a short block.
  // “3~5 days” is no strikethrough.
  syntax ??= gfm({ singleTilde: false })
  tree ??= gfmFromMarkdown()
  ;(data.micromarkExtensions ??= []).push(syntax)
  ;(data.fromMarkdownExtensions ??= []).push(tree)
}

let syntax: ReturnType<typeof gfm> | undefined
let tree: ReturnType<typeof gfmFromMarkdown> | undefined
