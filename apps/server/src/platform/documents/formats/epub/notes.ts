// Notes of books: marks in brackets, as in other formats, and notes that are hidden until their mark is pressed.
import { attribute, childrenOf, ELEMENT, nameOf, type HtmlNode } from '../html/elements.ts'

interface Changeable extends HtmlNode {
  textContent: string | null
  removeAttribute(name: string): void
}

const NOTES = /(?:^|\s)(?:doc-)?(?:footnote|endnote|rearnote)(?:\s|$)/
const MARKS = /(?:^|\s)(?:doc-)?noteref(?:\s|$)/
const BACK = /(?:^|\s)(?:doc-)?backlink(?:\s|$)|^[↩↑⏎]/

const kindOf = (node: HtmlNode): string => `${attribute(node, 'epub:type')} ${attribute(node, 'role')}`

/** Writes the marks of notes in brackets, and shows hidden notes. */
export function showNotes(node: HtmlNode): void {
  for (const child of childrenOf(node)) {
    if (child.nodeType !== ELEMENT) continue
    const kind = kindOf(child)
    if (NOTES.test(kind)) for (const name of ['hidden', 'style']) (child as Changeable).removeAttribute(name)
    if (nameOf(child) === 'a' && !rewritten(child as Changeable, kind)) showNotes(child)
    else if (nameOf(child) !== 'a') showNotes(child)
  }
}

/** Changes the links from and to notes; returns false for other ones. */
function rewritten(link: Changeable, kind: string): boolean {
  const text = (link.textContent ?? '').trim()
  if (MARKS.test(kind)) link.textContent = /^[[(].*[\])]$/s.test(text) || text === '' ? text : `[${text}]`
  else if (BACK.test(kind) || BACK.test(text)) link.textContent = ''
  else return false
  return true
}
