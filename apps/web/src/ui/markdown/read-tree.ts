// Parses Markdown into a tree of elements. A processor of unified and a virtual file for each block would add 5 kB to the
// page and time to every block (decision 112).
import type { Root } from 'hast'
import { fromMarkdown, type Options as ReadOptions } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { newlineToBreak } from 'mdast-util-newline-to-break'
import { toHast, type Options as TreeOptions } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'

/** Extensions of the parser. */
export interface Reader {
  syntax: NonNullable<ReadOptions['extensions']>
  tree?: NonNullable<ReadOptions['mdastExtensions']>
}

export type FootnoteOptions = Pick<TreeOptions, 'clobberPrefix' | 'footnoteLabel' | 'footnoteBackLabel'>

/**
 * Parses a text with GitHub Flavored Markdown, single line breaks and the extensions of `readers`. HTML is text, so that no
 * sanitising is needed.
 */
export function readTree(text: string, readers: readonly Reader[], footnotes: FootnoteOptions): Root {
  const all = [readGfm(), ...readers, WITHOUT_HTML]
  const tree = fromMarkdown(text, {
    extensions: all.flatMap(({ syntax }) => syntax),
    mdastExtensions: all.flatMap((reader) => reader.tree ?? []),
  })
  newlineToBreak(tree)
  const written = toHast(tree, footnotes)
  return written.type === 'root' ? written : { type: 'root', children: [] }
}

const WITHOUT_HTML: Reader = { syntax: [{ disable: { null: ['htmlFlow', 'htmlText'] } }] }

/** Tables, task lists, strikethrough, footnotes and bare URLs. “3~5 days” is no strikethrough. */
function readGfm(): Reader {
  // Cached: creating the extensions takes as long as parsing a short block.
  cached ??= { syntax: [gfm({ singleTilde: false })], tree: [gfmFromMarkdown()] }
  return cached
}

/** Not of a page: it depends on nothing. */
let cached: Reader | undefined
