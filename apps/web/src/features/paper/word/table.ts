// Tables: thin lines between the rows, and columns as wide as their texts need.
import type { Element } from 'hast'
import { AlignmentType, BorderStyle, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx'
import { textOf } from '#ui/markdown/tree.ts'
import type { Place } from './context.ts'
import { isRightToLeft } from './direction.ts'
import { inlineOf } from './inline.ts'
import { LINE, TEXT_WIDTH } from './styles.ts'

const NONE = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const
const THIN = { style: BorderStyle.SINGLE, size: 4, color: LINE } as const
const STRONG = { style: BorderStyle.SINGLE, size: 8, color: '8E8E98' } as const
const MARGIN = 90

export function tableOf(node: Element, place: Place): Table {
  const rows = elementsOf(node).flatMap((part) => elementsOf(part))
  const columns = Math.max(1, ...rows.map((row) => elementsOf(row).length))
  const widths = widthsOf(rows, columns, TEXT_WIDTH - place.indent)
  return new Table({
    columnWidths: widths,
    width: { size: TEXT_WIDTH - place.indent, type: WidthType.DXA },
    ...(place.indent > 0 && { indent: { size: place.indent, type: WidthType.DXA } }),
    visuallyRightToLeft: isRightToLeft(textOf(node)),
    borders: {
      top: NONE,
      bottom: THIN,
      left: NONE,
      right: NONE,
      insideHorizontal: THIN,
      insideVertical: NONE,
    },
    rows: rows.map((row, index) => rowOf(row, { isHead: index === 0, widths, place })),
  })
}

const elementsOf = (node: Element): Element[] => node.children.filter((child) => child.type === 'element')

interface RowOptions {
  isHead: boolean
  widths: readonly number[]
  place: Place
}

function rowOf(row: Element, { isHead, widths, place }: RowOptions): TableRow {
  const cells = elementsOf(row)
  return new TableRow({
    cantSplit: true,
    tableHeader: isHead,
    children: widths.map((width, column) => {
      const cell = cells[column]
      const rtl = cell !== undefined && isRightToLeft(textOf(cell))
      return new TableCell({
        width: { size: width, type: WidthType.DXA },
        margins: { top: 20, bottom: 20, left: column === 0 ? 0 : MARGIN, right: MARGIN },
        ...(isHead && { borders: { bottom: STRONG } }),
        children: [
          new Paragraph({
            style: 'TableText',
            alignment: sideOf(cell),
            ...(rtl && { bidirectional: true }),
            ...(isHead && { keepNext: true }),
            children: cell ? inlineOf(cell.children, place, isHead ? { bold: true } : {}) : [],
          }),
        ],
      })
    }),
  })
}

function sideOf(cell: Element | undefined) {
  const side = cell?.properties['align']
  return side === 'right'
    ? AlignmentType.RIGHT
    : side === 'center'
      ? AlignmentType.CENTER
      : AlignmentType.START
}

/** Characters of a column beyond which it gets no wider. */
const WIDEST = 60
/** Texts of so many characters, such as prices, are not broken. */
const SHORT = 14
/** Rows that are looked at. */
const LOOKED_AT = 50
/** Average width of a letter; capitals and bold ones are wider. */
const LETTER = 108

/** Shares the width among the columns by their longest words first, then by their longest texts. */
function widthsOf(rows: readonly Element[], columns: number, whole: number): number[] {
  const wishes = Array.from({ length: columns }, (_, column) => {
    const texts = rows.slice(0, LOOKED_AT).flatMap((row) => {
      const cell = elementsOf(row)[column]
      return cell ? linesOf(cell) : []
    })
    const longest = Math.min(WIDEST, Math.max(1, ...texts.map((text) => text.length)))
    const words = texts.flatMap((text) => (text.length <= SHORT ? text : text.split(/[\s\-/]/)))
    const word = Math.min(longest, Math.max(...words.map((text) => text.length), 1))
    return { least: word * LETTER + 2 * MARGIN, wanted: longest * LETTER + 2 * MARGIN }
  })
  const [least, wanted] = [sumOf(wishes.map((wish) => wish.least)), sumOf(wishes.map((wish) => wish.wanted))]
  const share = wanted <= whole || wanted === least ? 1 : Math.max(0, (whole - least) / (wanted - least))
  const widths = wishes.map((wish) => wish.least + share * (wish.wanted - wish.least))
  const scale = whole / sumOf(widths)
  return widths.map((width) => Math.floor(width * scale))
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

/** Returns the lines of a cell; `<br>` is the only way to have several. */
function linesOf(cell: Element): string[] {
  const lines = ['']
  for (const node of cell.children)
    if (node.type === 'element' && node.tagName === 'br') lines.push('')
    else
      lines[lines.length - 1] +=
        node.type === 'element' ? textOf(node) : node.type === 'text' ? node.value : ''
  return lines.map((line) => line.trim())
}
