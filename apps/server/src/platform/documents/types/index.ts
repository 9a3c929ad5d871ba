// Tells the type of a file by its bytes, or by what a web server says of it.
import { fileTypeOf, TOLD_BY_CONTENT } from '@polylogue/contract'

export { toldType, type ToldType } from './by-bytes.ts'

const HTML = 'text/html'

/** Returns the type that a web server means: what it declares, or by the ending of the address where that says little. */
export function fetchedType(url: string, declared: string): string | undefined {
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase()
  if (type === 'application/xhtml+xml') return HTML
  const known = fileTypeOf('', type)
  // Servers send Markdown and CSV as plain text, and anything as bytes.
  const isVague = known === undefined || known === TOLD_BY_CONTENT || known === 'text/plain'
  return isVague ? fileTypeOf(URL.parse(url)?.pathname ?? '', type) : known
}
