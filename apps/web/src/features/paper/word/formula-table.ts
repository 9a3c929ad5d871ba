// Matrices, cases and aligned equations.
import type { Element, ElementContent } from 'hast'
import { BuilderElement, MathRun, type MathComponent, type XmlComponent } from 'docx'
import { classesOf } from '#ui/markdown/tree.ts'

type MakeMath = (nodes: readonly ElementContent[]) => readonly MathComponent[]

const childrenOf = (node: Element, name: string): Element[] =>
  node.children.filter((child): child is Element => child.type === 'element' && child.tagName === name)

/** Returns a table of math. Its columns stand apart as in KaTeX: those of aligned equations touch. */
export function matrix(node: Element, make: MakeMath): MathComponent {
  const rows = childrenOf(node, 'mtr').map((row) => childrenOf(row, 'mtd').filter((cell) => !isGlue(cell)))
  const columns = Math.max(1, ...rows.map((row) => row.length))
  const sides = String(node.properties['columnalign'] ?? '').split(' ')
  const tight = String(node.properties['columnspacing'] ?? '').startsWith('0em')
  const cells = rows.map((row) =>
    Array.from({ length: columns }, (_, column) => {
      const cell = row[column]
      const content = cell ? make(cell.children) : make([])
      // Pairs of aligned equations are apart.
      return column > 0 && (column % 2 === 0 || isNumber(cell)) && tight
        ? [new MathRun('\u2003'), ...content]
        : content
    }),
  )
  return element('m:m', [
    element('m:mPr', [
      value('m:plcHide', '1'),
      ...(tight ? [value('m:cGpRule', '3'), value('m:cGp', '0')] : []),
      element(
        'm:mcs',
        Array.from({ length: columns }, (_, column) => columnAt(sides[column] ?? 'center')),
      ),
    ]),
    ...cells.map((row) =>
      element(
        'm:mr',
        row.map((cell) => element('m:e', cell)),
      ),
    ),
  ])
}

// Space that fills the line in a browser.
const isGlue = (cell: Element): boolean =>
  classesOf(cell).includes('mtr-glue') ||
  (cell.properties['width'] === '50%' && cell.children.length === 0) ||
  (classesOf(cell).includes('mml-eqn-num') && cell.children.length === 0)

const isNumber = (cell: Element | undefined): boolean =>
  cell !== undefined && classesOf(cell).includes('mml-eqn-num')

const columnAt = (side: string) =>
  element('m:mc', [element('m:mcPr', [value('m:count', '1'), value('m:mcJc', side)])])

const element = (name: string, children: readonly XmlComponent[]): BuilderElement =>
  new BuilderElement({ name, children })

const value = (name: string, val: string): BuilderElement<{ val: string }> =>
  new BuilderElement<{ val: string }>({ name, attributes: { val: { key: 'm:val', value: val } } })
