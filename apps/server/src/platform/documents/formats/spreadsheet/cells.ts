// The text of a cell as the sheet shows it. SheetJS formats some dates and percentages wrongly, so numfmt does it.
import type { CellObject } from '@e965/xlsx'
import type { format as Format, isDateFormat as IsDateFormat } from 'numfmt'

/** The functions of numfmt that are used. */
export interface Formats {
  readonly format: typeof Format
  readonly isDateFormat: typeof IsDateFormat
}

/** Days between the first days of the two calendars of workbooks. */
const SINCE_1904 = 1_462
/** Formats that programs show in the order of the reader's country: shown as ISO dates, which nobody misreads. */
const OF_COUNTRY: Readonly<Record<string, string>> = {
  'm/d/yy': 'yyyy-mm-dd',
  'mm-dd-yy': 'yyyy-mm-dd',
  'm/d/yyyy': 'yyyy-mm-dd',
  'm/d/yy h:mm': 'yyyy-mm-dd hh:mm',
  'm/d/yyyy h:mm': 'yyyy-mm-dd hh:mm',
  'm/d/yy h:mm:ss': 'yyyy-mm-dd hh:mm:ss',
}
/** Formats of a duration, which is the same in both calendars. */
const ELAPSED = /\[(?:h+|m+|s+)\]/i
/** Significant digits of a number, as spreadsheets keep them. */
const DIGITS = 15

export interface CellOptions {
  readonly is1904: boolean
  /** Whether the cells have the text that the sheet shows, as in OpenDocument: formats of its numbers are not read completely. */
  readonly hasShown: boolean
  /** Returns the text of a cell that SheetJS does not read completely; undefined for others. */
  readonly textOf: (cell: CellObject) => string | undefined
}

/** Returns a function that returns the text of a cell; comments follow in brackets. */
export function openCells(
  { format, isDateFormat }: Formats,
  { is1904, hasShown, textOf }: CellOptions,
): (cell: CellObject) => string {
  const dates = new Map<string, boolean>()
  const isDate = (pattern: string) => {
    const known = dates.get(pattern) ?? isDateFormat(pattern)
    dates.set(pattern, known)
    return known
  }
  const numberText = (value: number, pattern: string): string => {
    // As text, a number has all its digits.
    if (pattern === '' || pattern === '@' || /^general$/i.test(pattern))
      return String(Number(value.toPrecision(DIGITS)))
    const serial = is1904 && isDate(pattern) && !ELAPSED.test(pattern) ? value + SINCE_1904 : value
    const shown = tried(() => format(OF_COUNTRY[pattern] ?? scaledAtEnd(pattern), serial, { throws: true }))
    // A format that nothing shows, a date before the calendar, or a number that no condition of its format is for.
    if (shown === undefined || TOO_NARROW.test(shown.trim())) return String(Number(value.toPrecision(DIGITS)))
    return shown.replace(/\s+/g, ' ').trim()
  }
  return (cell) => {
    const text = hasShown
      ? (shownText(cell) ?? valueText(withTime(cell), numberText))
      : (textOf(cell) ?? valueText(cell, numberText))
    const notes = (cell.c ?? []).map(({ a, t }) => noteText(String(t ?? ''), a ?? ''))
    return [text, ...notes].filter(Boolean).join(' ')
  }
}

const TOO_NARROW = /^#+$/

function tried(step: () => string): string | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}

/** Commas before the point show thousands or millions, as after the last digit, which is the only place that numfmt knows. */
const scaledAtEnd = (pattern: string): string =>
  pattern.includes(',.')
    ? pattern.replace(
        /"[^"]*"|\\.|([0#?])(,{1,9})(\.[0#?]*)/g,
        (whole, digit?: string, commas = '', rest = '') =>
          digit === undefined ? whole : `${digit}${rest}${commas}`,
      )
    : pattern

/** Returns the shown text of a number or date; none where the column was too narrow for it, or its country orders the date. */
function shownText({ t, w, z }: CellObject): string | undefined {
  const isNumber = t === 'n' && !Object.hasOwn(OF_COUNTRY, String(z))
  return isNumber && w && !TOO_NARROW.test(w) ? w.replace(/\s+/g, ' ').trim() : undefined
}

/** A cell without a style has the format of dates, also where it shows a time. */
function withTime(cell: CellObject): CellObject {
  const time = cell.z === 'm/d/yy' ? /\d:\d\d(:\d\d)?/.exec(cell.w ?? '') : undefined
  return time ? { ...cell, z: time[1] ? 'm/d/yy h:mm:ss' : 'm/d/yy h:mm' } : cell
}

function valueText(
  { t, v, w, z }: CellObject,
  numberText: (value: number, pattern: string) => string,
): string {
  if (t === 'z' || v === undefined || v === null) return ''
  if (t === 'e') return String(w ?? '')
  if (typeof v === 'boolean') return v ? 'TRUE' : 'FALSE'
  if (typeof v === 'number') {
    const isShown = z === undefined && w !== undefined && !TOO_NARROW.test(w)
    return isShown ? w : numberText(v, String(z ?? ''))
  }
  return v instanceof Date ? v.toISOString().slice(0, 19).replace('T', ' ') : v
}

/** Characters of a comment. */
const NOTE_CHARACTERS = 20_000

/** Returns a comment with its author in brackets. */
function noteText(text: string, author: string): string {
  // Programs that know no threads get a note that says so before a comment's text.
  const note = text
    .slice(0, NOTE_CHARACTERS)
    .replace(/^\[Threaded comment\][\s\S]*?Comment:\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()
  // The author of a thread's note is a number.
  const name = author.startsWith('tc=') ? '' : author.trim()
  if (note === '') return ''
  return name === '' || note.startsWith(`${name}:`) ? `[${note}]` : `[${name}: ${note}]`
}
