// Finds the formulas of a parsed text and typesets them. Free of styles, so that workers can use it.
import type { Element, ElementContent, Root } from 'hast'
import katex from 'katex'
import { mathFromMarkdown } from 'mdast-util-math'
import { math } from 'micromark-extension-math'
import { readMarkup } from './markup.ts'
import type { Reader } from './read-tree.ts'
import { classesOf, textOf } from './tree.ts'

/** `trust: false` refuses \href, \includegraphics and \html…; the limits keep a hostile formula from filling page or time. */
const options = { trust: false, strict: 'ignore', throwOnError: true, maxSize: 20, maxExpand: 500 } as const

export const mathReader: Reader = {
  syntax: [math({ singleDollarTextMath: false })],
  tree: [mathFromMarkdown()],
}

/** `mathml` leaves out the spans that only browsers show. */
export type FormulaOutput = 'htmlAndMathml' | 'mathml'

/** Replaces the formulas of a tree by what KaTeX makes of them. */
export function setFormulas(parent: Root | Element, output: FormulaOutput = 'htmlAndMathml'): void {
  for (const [index, child] of [...parent.children.entries()].reverse()) {
    if (child.type !== 'element') continue
    const code = child.tagName === 'pre' ? child.children.find((inner) => inner.type === 'element') : child
    if (code?.tagName === 'code' && classesOf(code).includes('language-math'))
      parent.children.splice(index, 1, ...formula(textOf(code), code !== child, output))
    else setFormulas(child, output)
  }
}

/** Returns a formula typeset by KaTeX, or its source when KaTeX fails. */
function formula(tex: string, displayMode: boolean, output: FormulaOutput): ElementContent[] {
  try {
    return readMarkup(katex.renderToString(tex, { ...options, displayMode, output }))
  } catch (error) {
    const code: Element = {
      type: 'element',
      tagName: 'code',
      properties: { title: error instanceof Error ? error.message : '' },
      children: [{ type: 'text', value: tex }],
    }
    return displayMode ? [{ type: 'element', tagName: 'p', properties: {}, children: [code] }] : [code]
  }
}
