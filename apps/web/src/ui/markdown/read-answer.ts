// Parses a whole answer outside of React, into the trees that the page shows: for exported files, also in a worker.
import type { Root } from 'hast'
import { hasMarkdownBlock } from './blocks.ts'
import { cjkCode } from './cjk.ts'
import { needsCjk } from './cjk-text.ts'
import { createGrowing } from './growing-blocks.ts'
import { mathReader, setFormulas, type FormulaOutput } from './math-tree.ts'
import { hasMath, writeMath } from './math-text.ts'
import { separateFences } from './nested-fences.ts'
import { keepProducts } from './products.ts'
import { readTree } from './read-tree.ts'
import { holdsUpThePage } from './too-much.ts'
import { shapeTree } from './tree.ts'

export interface ReadAnswerOptions {
  /** The source numbers that `[n]` in the text can cite. */
  citations: readonly number[]
  /** Prefix of the ids of footnotes. */
  footnotes: string
  formulas: FormulaOutput
}

/** Yields the tree of each block of an answer. */
export function* readAnswer(text: string, options: ReadAnswerOptions): Generator<Root> {
  const { groups, headings } = createGrowing()(
    hasMarkdownBlock(text) ? separateFences(text, false) : text,
    false,
  )
  const shape = { citations: new Set(options.citations), caret: false, headings }
  for (const block of groups.flat()) {
    const tree = treeOf(block, options)
    if (tree) shapeTree(tree, shape)
    yield tree ?? plainTree(block)
  }
}

function treeOf(text: string, { footnotes, formulas }: ReadAnswerOptions): Root | undefined {
  if (holdsUpThePage(text)) return undefined
  const [math, cjk] = [hasMath(text), needsCjk(text)]
  const source = math ? writeMath(text).text : text
  const readers = [...(cjk ? [cjkCode.reader] : []), ...(math ? [mathReader] : [])]
  const tree = readTree(cjk ? cjkCode.endAddresses(source) : source, readers, { clobberPrefix: footnotes })
  if (math) setFormulas(tree, formulas)
  keepProducts(tree)
  return tree
}

/** Returns a text without markup, with its line breaks. */
export function plainTree(text: string): Root {
  const lines = text.replace(/(?<!\s)\s+$/, '').split(/\r\n|[\r\n]/)
  const children = lines.flatMap((value, index) => [
    ...(index === 0 ? [] : [{ type: 'element' as const, tagName: 'br', properties: {}, children: [] }]),
    { type: 'text' as const, value },
  ])
  return {
    type: 'root',
    children: [{ type: 'element', tagName: 'p', properties: { dir: 'auto' }, children }],
  }
}
