import { h } from '../dom.ts'

/** Offers a file to the visitor. It is never opened in the page, whose rights its scripts would have. */
export function saveFile(content: BlobPart, download: string): void {
  const href = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }))
  h('a', '', { href, download }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
