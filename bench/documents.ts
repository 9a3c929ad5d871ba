// How much of real documents the readers find, beside independent programs: pdftotext for PDF, LibreOffice for RTF, the XML of
// the formats themselves for office files, the text between the tags for pages and books.
//   node bench/documents.ts FOLDER [--only docx,pdf] [--worst 20] [--published]
// With --published the other program is a converter that publishes its outputs beside the documents of its tests (docling:
// tests/data/*/sources and groundtruth).
// The files are not part of the repository. Any folder with documents will do, also with folders in it; good ones are the
// tests of pdf.js, pdfplumber, pdfminer.six, docling, markitdown, unstructured, poi, tika, calamine, pandoc, python-docx,
// python-pptx, mammoth.js, readability and trafilatura; for RTF striprtf, for books epub-tests, epub3-samples and epubcheck,
// whose folders with a META-INF are zipped before: `git clone --depth 1` them into one folder.
// Running heads count for neither, and runs of a PDF only within a block of its running text: in a table each order is right. Of
// the pages of the tests of readability and newspaper, the main part that they expect is wanted; of other pages, all that is not in
// nav and footer, also lists of links to other pages, which readers leave out.
// Words are counted with their number, runs are five words one after the other, rows are those of tables with at least two
// cells, found where their words stand in one line in the same order; "cells" are those whose cells are the same, without empty
// ones and those that a merged cell repeats.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDocuments, type Block } from '../apps/server/src/platform/documents/index.ts'
import { otherReading, type OtherReading } from './lib/other-readers.ts'
import { publishedReading } from './lib/published-readings.ts'
import { runsOf, sharedOf, wordsOf, type Share } from './lib/words.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: `${OFFICE}.wordprocessingml.document`,
  pptx: `${OFFICE}.presentationml.presentation`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  odt: `${OPEN}.text`,
  odp: `${OPEN}.presentation`,
  ods: `${OPEN}.spreadsheet`,
  rtf: 'application/rtf',
  epub: 'application/epub+zip',
  html: 'text/html',
  htm: 'text/html',
}
/** Formats that only published outputs are compared with. */
const MORE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  md: 'text/markdown',
  xls: 'application/vnd.ms-excel',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
}
const REQUESTER = { key: 'bench' }

interface Result {
  readonly file: string
  readonly words: Share
  readonly runs: Share
  readonly rows: Share
  readonly cells: Share
  readonly ms: number
}

function compare(other: OtherReading, texts: readonly string[]): Omit<Result, 'file' | 'ms'> {
  const [wanted, has] = [wordsOf(other.text), texts.flatMap(wordsOf)]
  const known = new Set(runsOf(has))
  const runs = other.running?.flatMap((text) => runsOf(wordsOf(text))) ?? runsOf(wanted)
  const lines = texts.flatMap((text) => text.split('\n')).map(wordsOf)
  const rows = other.rows.map((cells) => cells.flatMap(wordsOf)).filter((row) => row.length > 0)
  return {
    words: sharedOf(wanted, has),
    // Sheets are read without their numbers, which stand between the words.
    runs: other.isPart
      ? { of: 0, found: 0 }
      : { of: runs.length, found: runs.filter((run) => known.has(run)).length },
    rows: { of: rows.length, found: foundRows(rows, lines) },
    cells: sharedCells(other.rows, texts),
  }
}

/** Counts the rows that have the same cells in one line. */
function sharedCells(rows: readonly (readonly string[])[], texts: readonly string[]): Share {
  const has = new Set(
    texts.flatMap((text) => text.split('\n')).map((line) => cellsOf(line.split(' | ')).join('|')),
  )
  const isFound = (row: readonly string[], at: number) => {
    // A cell that goes down over several rows can be repeated or stand once.
    const above = rows[at - 1] ?? []
    return (
      has.has(cellsOf(row).join('|')) ||
      has.has(cellsOf(row.filter((cell, index) => cell !== above[index])).join('|'))
    )
  }
  return { of: rows.length, found: rows.filter(isFound).length }
}

/** Returns the words of the cells that have some, those of neighbours with the same words once. */
const cellsOf = (cells: readonly string[]): string[] =>
  cells.map((cell) => wordsOf(cell).join('')).filter((cell, at, all) => cell !== '' && cell !== all[at - 1])

/** Counts the rows whose words stand in one line, in their order. */
function foundRows(rows: readonly (readonly string[])[], lines: readonly (readonly string[])[]): number {
  const linesWith = new Map<string, Set<number>>()
  lines.forEach((line, at) => {
    for (const word of line) linesWith.set(word, (linesWith.get(word) ?? new Set()).add(at))
  })
  const isFound = (row: readonly string[]) => {
    const places = row.map((word) => linesWith.get(word) ?? new Set<number>())
    const fewest = places.toSorted((one, other) => one.size - other.size)[0] ?? []
    return [...fewest].some((at) => standIn(row, lines[at] ?? []))
  }
  return rows.filter(isFound).length
}

function standIn(row: readonly string[], line: readonly string[]): boolean {
  let next = 0
  for (const word of line) if (word === row[next]) next += 1
  return next === row.length
}

const share = ({ of, found }: Share): string => (of === 0 ? '–' : (found / of).toFixed(3))
const sum = (all: readonly Share[]): Share =>
  all.reduce((one, { of, found }) => ({ of: one.of + of, found: one.found + found }), { of: 0, found: 0 })

const folder = process.argv[2]
if (folder === undefined || folder.startsWith('--')) throw new Error('node bench/documents.ts FOLDER')
const option = (name: string) => process.argv[process.argv.indexOf(name) + 1] ?? ''
const isPublished = process.argv.includes('--published')
const types = isPublished ? { ...TYPES, ...MORE_TYPES } : TYPES
const only = process.argv.includes('--only') ? option('--only').split(',') : Object.keys(types)
const worst = process.argv.includes('--worst') ? Number(option('--worst')) : 0

const documents = openDocuments()
const results = new Map<string, Result[]>()
const refused = new Map<string, string[]>()
const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
for (const { parentPath, name } of files) {
  if (isPublished && !parentPath.endsWith('sources')) continue
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const mimeType = types[ending]
  if (mimeType === undefined || !only.includes(ending)) continue
  const path = join(parentPath, name)
  const bytes = await readFile(path)
  if (name === 'expected.html') continue
  const expected =
    name === 'source.html' && (await readFile(join(parentPath, 'expected.html')).catch(() => undefined))
  const reading = isPublished ? publishedReading(path) : otherReading(ending, path, expected || bytes)
  const other = await reading.catch(() => undefined)
  if (other === undefined || wordsOf(other.text).length === 0) continue
  const begun = performance.now()
  try {
    const file = { mimeType, size: bytes.length, bytes: () => [bytes] }
    const { json } = await documents.read(file, REQUESTER)
    const blocks = JSON.parse(json.toString()) as readonly Block[]
    const ms = performance.now() - begun
    const result = {
      file: name,
      ms,
      ...compare(
        other,
        blocks.map(({ text }) => text),
      ),
    }
    results.set(ending, [...(results.get(ending) ?? []), result])
  } catch (error) {
    refused.set(ending, [...(refused.get(ending) ?? []), `${name}: ${String(error)}`])
  }
}
documents.close()

console.log('format  files  words  runs   rows  cells   of rows  slowest  refused')
for (const [ending, all] of [...results, ['all', [...results.values()].flat()] as const]) {
  const rows = sum(all.map((one) => one.rows))
  const shares = [
    sum(all.map(({ words }) => words)),
    sum(all.map(({ runs }) => runs)),
    rows,
    sum(all.map(({ cells }) => cells)),
  ].map(share)
  const slowest = `${(Math.max(...all.map(({ ms }) => ms)) / 1000).toFixed(1)} s`
  console.log(
    ending.padEnd(7),
    String(all.length).padStart(5),
    ...shares.map((one) => one.padStart(6)),
    String(rows.of).padStart(8),
    slowest.padStart(8),
    String(refused.get(ending)?.length ?? 0).padStart(8),
  )
  const missing = all.toSorted((a, b) => b.words.of - b.words.found - (a.words.of - a.words.found))
  for (const one of missing.slice(0, worst))
    console.log(
      `  words ${share(one.words)} runs ${share(one.runs)} rows ${share(one.rows)} cells ${share(one.cells)} of ${one.words.of}, ${one.rows.of}  ${one.file}`,
    )
  for (const reason of refused.get(ending)?.slice(0, worst) ?? []) console.log(`  refused: ${reason}`)
}
