// What other programs than Excel write into workbooks, and SheetJS does not read.
import { unzipSync, zipSync } from 'fflate'
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx'
import { decodeXml, isNode, nodesOf, type ParseXml, type XmlNode } from '../xml.ts'

const SHEET = /^\/?xl\/worksheets\/[^/]+\.xml$/i
/** Cells named in lower case. */
const LOWER = /(<(?:\w{1,20}:)?c\s(?:[^<>]{0,200}\s)?r=["'])([a-z]{1,3})(?=\d)/g

/** SheetJS puts cells that it cannot name beside the rows. */
function hasNoCells(sheet: WorkSheet): boolean {
  const rows = (sheet as { '!data'?: (readonly unknown[] | undefined)[] })['!data'] ?? []
  return rows.every((row) => row === undefined || row.length === 0)
}

/** Returns a workbook whose cells are named in capitals; undefined if it has cells, or none in lower case. */
export function inCapitals(book: WorkBook, bytes: Uint8Array): Buffer | undefined {
  const isEmpty = Object.values(book.Sheets).every(hasNoCells)
  if (!isEmpty) return undefined
  let count = 0
  const parts = unzipSync(bytes)
  for (const [name, part] of Object.entries(parts)) {
    if (!SHEET.test(name)) continue
    const text = decodeXml(part).replace(LOWER, (_, before: string, column: string) => {
      count += 1
      return before + column.toUpperCase()
    })
    parts[name] = Buffer.from(text)
  }
  return count > 0 ? Buffer.from(zipSync(parts, { level: 0 })) : undefined
}

/** Formatted text after a plain one, of which SheetJS reads only the plain one. */
const RUN_AFTER_TEXT = /^\s*<(?:\w+:)?t\b[^<>]*>[^<]*<\/(?:\w+:)?t>\s*<(?:\w+:)?r[\s>]/

/** Returns the whole text of a cell with formatted text after a plain one; undefined for others. */
export function textWithRuns({ r }: CellObject, parse: ParseXml): string | undefined {
  if (typeof r !== 'string' || !RUN_AFTER_TEXT.test(r)) return undefined
  return textsIn(parse(`<si>${r}</si>`)).join('')
}

/** Returns the texts without those of the pronunciation. */
const textsIn = (node: XmlNode): string[] =>
  nodesOf(node).flatMap((one) => {
    if (one.name === 'rPh') return []
    return one.name === 't' ? one.children.filter((child) => !isNode(child)).map(String) : textsIn(one)
  })
