// What lies on a page beside its own text: values of form fields, notes in the text, comments, and attached files.
import { append } from '../../blocks.ts'
import type { Run, Shown } from './runs.ts'

/** The part of pdf.js's annotations that is read. */
export interface Annotation {
  readonly subtype?: string
  readonly annotationFlags?: number
  readonly rect?: readonly number[]
  readonly fieldType?: string | null
  readonly fieldName?: string
  readonly fieldValue?: unknown
  readonly alternativeText?: string
  readonly checkBox?: boolean
  readonly radioButton?: boolean
  readonly exportValue?: string
  readonly buttonValue?: string | null
  readonly password?: boolean
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[]
  readonly contentsObj?: { readonly str: string }
  readonly titleObj?: { readonly str: string }
  readonly file?: { readonly filename?: string }
}

const HIDDEN = 2
const NO_VIEW = 32
/** Annotations of a page. */
const FIELDS = 1_000

export interface Additions {
  readonly runs: Run[]
  readonly comments: string[]
  readonly files: string[]
}

/** Returns what annotations add to a page. */
export function additionsOf(
  annotations: readonly Annotation[],
  shown: Shown,
  texts: readonly Run[],
): Additions {
  const runs: Run[] = []
  const comments: string[] = []
  const files: string[] = []
  for (const one of annotations.slice(0, FIELDS)) {
    if (((one.annotationFlags ?? 0) & (HIDDEN | NO_VIEW)) !== 0) continue
    if (one.file?.filename) files.push(one.file.filename)
    const note = one.contentsObj?.str.trim() ?? ''
    if (one.subtype === 'Widget') append(runs, fieldOf(one, shown, texts))
    else if (one.subtype === 'FreeText') append(runs, placed(note.split(/[\r\n]+/), one, shown))
    else if (note && one.subtype !== 'Link' && one.subtype !== 'Popup')
      comments.push(commentOf(note, one.titleObj?.str))
  }
  return { runs: runs.map((run) => onLine(run, texts)), comments: [...new Set(comments)], files }
}

/** Puts a value on the line of its label. */
function onLine(run: Run, texts: readonly Run[]): Run {
  const beside = texts.filter((text) => text.turn === 0 && Math.abs(text.base - run.base) < 0.8 * run.size)
  const distance = ({ left, right, base }: Run) =>
    Math.max(run.left - right, left - run.right, 0) + 10 * Math.abs(base - run.base)
  if (beside.length === 0) return run
  return { ...run, base: beside.reduce((most, text) => (distance(text) < distance(most) ? text : most)).base }
}

const commentOf = (note: string, author?: string) =>
  (author ? `[${author}: ${note}]` : `[${note}]`).replace(/\s+/g, ' ')

function fieldOf(field: Annotation, shown: Shown, texts: readonly Run[]): Run[] {
  if (field.password) return []
  if (field.checkBox || field.radioButton) return tickOf(field, shown, texts)
  if (field.fieldType === 'Ch') return placed(chosen(field), field, shown)
  if (field.fieldType !== 'Tx' || typeof field.fieldValue !== 'string') return []
  return placed(field.fieldValue.split(/[\r\n]+/), field, shown)
}

/** A box with its tick; one without a label on the page gets the name of its field. */
function tickOf(field: Annotation, shown: Shown, texts: readonly Run[]): Run[] {
  const value = field.fieldValue
  const isOn = field.radioButton
    ? value !== null && value === field.buttonValue
    : typeof value === 'string' && value === field.exportValue
  const [run] = placed([isOn ? '☒' : '☐'], field, shown)
  if (!run) return []
  const isLabelled = texts.some(
    (text) => text.turn === run.turn && Math.abs(text.base - run.base) < 0.8 * run.size,
  )
  const label = isLabelled ? '' : field.alternativeText || field.fieldName || ''
  return [{ ...run, text: label ? `${run.text} ${label}` : run.text }]
}

function chosen({ fieldValue, options = [] }: Annotation): string[] {
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
  const names = new Map(options.map(({ exportValue, displayValue }) => [exportValue, displayValue]))
  return values.flatMap((value) => (typeof value === 'string' ? [names.get(value) ?? value] : []))
}

/** Returns lines within the rectangle of an annotation. */
function placed(lines: readonly string[], { rect = [] }: Annotation, shown: Shown): Run[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = shown.transform
  const xs = [a * x1 + c * y1 + e, a * x2 + c * y2 + e]
  const ys = [b * x1 + d * y1 + f, b * x2 + d * y2 + f]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  if (right < 0 || bottom < 0 || left > shown.width || top > shown.height) return []
  const filled = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean)
  const step = (bottom - top) / Math.max(1, filled.length)
  const size = Math.min(12, Math.max(4, step * 0.8))
  return filled.map((text, index) => ({
    text,
    left,
    right: Math.min(right, left + text.length * size * 0.5),
    base: filled.length === 1 ? (top + bottom) / 2 + size * 0.35 : top + step * index + size,
    size,
    isBold: false,
    turn: 0,
    isVertical: false,
    end: 0,
  }))
}
