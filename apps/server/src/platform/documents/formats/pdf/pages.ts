// Reads the pages of a PDF: the segments of their lines, what is added to them, and the outline of the document.
import { additionsOf, type Additions, type Annotation } from './fields.ts'
import type { PdfDocument, PdfPage } from './open.ts'
import { outlineOf, type Outline } from './outline.ts'
import { segmentsOf, type Segment } from './rows.ts'
import { NO_RULES, rulesOf, type Operators, type Rules } from './rules.ts'
import { runsOf, type PageText, type Run, type Shown } from './runs.ts'
import { withSoftHyphens } from './soft-hyphens.ts'
import { verticalOf } from './vertical.ts'

export interface PdfPageText extends Pick<Additions, 'comments' | 'files'> {
  readonly height: number
  /** The segments of upright text, then those of text in other directions. */
  readonly texts: readonly (readonly Segment[])[]
  /** Lines drawn on the page, for upright text. */
  readonly rules: Rules
  /** The bands of vertical text, from the top. */
  readonly vertical: readonly string[]
  readonly unknown: number
  readonly letters: number
  /** Whether the page shows anything that is not text; known only of pages without text. */
  readonly isBlank: boolean
  /** Whether it has few letters over a picture, such as the stamp on a scan. */
  readonly isStamped: boolean
}

export interface PdfText {
  readonly pages: readonly PdfPageText[]
  readonly outline: Outline
  readonly files: readonly string[]
  readonly isXfa: boolean
}

/** Pages that cannot be read one after the other, from which on there are no more. */
const MISSING = 20
/** Paths on a page that make it more than a frame around nothing. */
const DRAWN = 8
/** Times by which pictures are enlarged at least. */
const ENLARGED = 16
/** Letters of a stamp, and the share of a page that a scan covers. */
const STAMP = 60
const COVERED = 0.4

export async function pagesOf(document: PdfDocument): Promise<PdfText> {
  const pages: PdfPageText[] = []
  let missing = 0
  let failure = new Error('the document has no page')
  for (let number = 1; number <= document.numPages && missing < MISSING; number++) {
    try {
      pages.push(await pageOf(await document.getPage(number)))
      missing = 0
    } catch (error) {
      failure = error as Error
      missing++
      pages.push(UNREAD)
    }
  }
  while (pages.at(-1) === UNREAD) pages.pop()
  if (pages.length === 0) throw failure
  const attached = (await document.getAttachments().catch(() => null)) as unknown
  return {
    pages,
    outline: await outlineOf(document).catch(() => new Map()),
    files: [...namesOf(attached), ...pages.flatMap(({ files }) => files)],
    isXfa: await hasXfa(document),
  }
}

const UNREAD: PdfPageText = {
  height: 0,
  texts: [],
  rules: NO_RULES,
  vertical: [],
  comments: [],
  files: [],
  unknown: 0,
  letters: 0,
  isBlank: false,
  isStamped: false,
}

/** Returns the texts of a page, and what it draws. The names of fonts are known after the operators only. */
export async function textOf(page: PdfPage): Promise<{ text: PageText; operators: Operators | undefined }> {
  const text = (await page.getTextContent()) as PageText
  if (text.items.length === 0) return { text, operators: undefined }
  const operators = (await page.getOperatorList().catch(() => undefined)) as Operators | undefined
  return { text: operators ? withSoftHyphens(text, operators) : text, operators }
}

async function pageOf(page: PdfPage): Promise<PdfPageText> {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const shown: Shown = { width, height, transform: transform as number[] }
  const { text, operators } = await textOf(page)
  const rules = operators ? rulesOf(operators, shown) : NO_RULES
  const { runs, unknown, letters } = runsOf(text, shown, (font) => isBoldFont(page, font))
  const annotations = (await page.getAnnotations().catch(() => [])) as Annotation[]
  const { runs: added, comments, files } = additionsOf(annotations, shown, runs)
  const all = [...runs, ...added]
  const isBlank = all.length === 0 && (await isWhite(page).catch(() => false))
  const isStamped =
    all.length > 0 && lengthOf(all) < STAMP && (await isCovered(page, width * height).catch(() => false))
  page.cleanup()
  const turns = [0, 1, 2, 3]
    .map((turn) => all.filter((run) => run.turn === turn && !run.isVertical))
    .filter((group) => group.length > 0)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
  return {
    height,
    texts: turns.map((group) => segmentsOf(group, group[0]?.turn === 0 ? rules.down : [])),
    rules: turns[0]?.[0]?.turn === 0 ? rules : NO_RULES,
    vertical: verticalOf(all.filter(({ isVertical }) => isVertical)),
    comments,
    files,
    unknown,
    letters,
    isBlank,
    isStamped,
  }
}

const lengthOf = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0)

function isBoldFont(page: PdfPage, font: string): boolean {
  if (!page.commonObjs.has(font)) return false
  const { name, bold, black } = page.commonObjs.get(font) as {
    name?: string
    bold?: boolean
    black?: boolean
  }
  return bold === true || black === true || /bold|black|heavy|(?<!semi)demi(?!light)|,b\b/i.test(name ?? '')
}

/** Whether a page without text shows nothing: pictures are not decoded, but enlarged from one point to their size. */
async function isWhite(page: PdfPage): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList()
  let drawn = 0
  for (const [index, operator] of fnArray.entries()) {
    if (PAINTING.has(operator)) drawn++
    const [a, b] = operator === TRANSFORM ? ((argsArray as unknown[])[index] as Matrix) : []
    if (drawn >= DRAWN || Math.hypot(a ?? 0, b ?? 0) >= ENLARGED) return false
  }
  return true
}

/** Whether something covers much of a page: pictures are enlarged from one point to their size. */
async function isCovered(page: PdfPage, area: number): Promise<boolean> {
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.some((operator, index) => {
    const [a = 0, b = 0, c = 0, d = 0] =
      operator === TRANSFORM ? ((argsArray as unknown[])[index] as Matrix) : []
    return Math.abs(a * d - b * c) >= COVERED * area
  })
}

type Matrix = readonly number[]

/** Numbers of pdf.js's operators: those that paint paths and shadings, and the one that changes the scale. */
const PAINTING: ReadonlySet<number> = new Set([62, 91])
const TRANSFORM = 12

/** Returns the names of attached files, which pdf.js returns as a map. */
const namesOf = (attached: unknown): string[] =>
  attached instanceof Map
    ? [...(attached as Map<string, { filename?: unknown }>).values()].flatMap(({ filename }) =>
        typeof filename === 'string' ? [filename] : [],
      )
    : []

/** Whether a form is described in XFA only, which pdf.js does not lay out. */
async function hasXfa(document: PdfDocument): Promise<boolean> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  const { IsXFAPresent: isXfa, IsAcroFormPresent: isForm } = info as Record<string, unknown>
  return isXfa === true && isForm !== true
}
