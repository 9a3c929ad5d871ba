// Fields: their results are text, their instructions are not.
import { childOf, childrenOf, isOn, isTrue, valueOf, type XmlNode } from '../xml.ts'

const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES|SECTION)\b/i
const MAX_CODE = 100
/** Paragraphs that an instruction may take; after more its end is missing. */
const MAX_PARAGRAPHS = 20

interface Field {
  code: string
  isCode: boolean
}

export const isPageNumber = (code: string): boolean => PAGE_NUMBER.test(code)

/** The fields that are open at a place of a text; they may span paragraphs. */
export class Fields {
  readonly #open: Field[] = []
  readonly #withoutPages: boolean
  #unread = 0
  #paragraphs = 0

  /** `withoutPages` leaves out page numbers: those of heads and feet differ on each page. */
  constructor(withoutPages: boolean) {
    this.#withoutPages = withoutPages
  }

  /** Whether text at this place is shown. */
  get isShown(): boolean {
    return this.#unread === 0
  }

  /** Takes a mark between the parts of a field. Returns the text of a form field. */
  mark(node: XmlNode): string {
    const { fldCharType: type } = node.attributes
    if (type === 'begin') {
      const text = this.isShown ? formValue(childOf(node, 'ffData')) : ''
      this.#open.push({ code: '', isCode: true })
      this.#unread++
      return text
    }
    const field = this.#open.at(-1)
    if (type === 'separate' && field?.isCode) {
      field.isCode = this.#withoutPages && isPageNumber(field.code)
      if (!field.isCode) this.#unread--
    } else if (type === 'end' && field) {
      this.#open.pop()
      if (field.isCode) this.#unread--
    }
    return ''
  }

  code(text: string): void {
    const field = this.#open.at(-1)
    if (field && field.code.length < MAX_CODE) field.code += text.slice(0, MAX_CODE)
  }

  endParagraph(): void {
    this.#paragraphs = this.isShown ? 0 : this.#paragraphs + 1
    if (this.#paragraphs <= MAX_PARAGRAPHS) return
    this.#open.length = 0
    this.#unread = 0
    this.#paragraphs = 0
  }
}

/** Returns the tick or the choice of an old form field; others have their value as the field's result. */
function formValue(data: XmlNode | undefined): string {
  const box = childOf(data, 'checkBox')
  if (box) return (isOn(box, 'checked') ?? isOn(box, 'default')) ? '☒' : '☐'
  const list = childOf(data, 'ddList')
  if (!list) return ''
  const entries = childrenOf(list, 'listEntry')
  const chosen = Number(valueOf(list, 'result') ?? valueOf(list, 'default') ?? 0)
  return entries[chosen]?.attributes['val'] ?? ''
}

/** Returns the tick of a content control; undefined if it is no checkbox. */
export function tickOf(control: XmlNode): string | undefined {
  const box = childOf(childOf(control, 'sdtPr'), 'checkbox')
  if (!box) return undefined
  return isTrue(valueOf(box, 'checked') ?? '0') ? '☒' : '☐'
}
