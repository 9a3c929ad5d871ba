// Shows PDF files in the browser's own viewer, which acts outside of this origin.

const PDF = 'application/pdf'
/** Viewers accept a signature in the first bytes. */
const SIGNATURE_WITHIN = 1_024

interface Shown {
  title: string
  page: number
  className: string | undefined
}

/**
 * Puts a frame with the file into a box until the signal aborts; resolves with false for another format.
 *
 * Browsers show no PDF in a frame with `sandbox`. In its place: the bytes are those of a PDF, their type is fixed, and a page
 * made of them would have the policy of this page, which runs no script of theirs.
 */
export async function showPdf(
  box: HTMLElement,
  blob: Blob,
  { title, page, className }: Shown,
  signal: AbortSignal,
): Promise<boolean> {
  const start = await blob.slice(0, SIGNATURE_WITHIN).text()
  if (!start.includes('%PDF-')) return false
  if (signal.aborted) return true
  const address = URL.createObjectURL(new Blob([blob], { type: PDF }))
  const frame = document.createElement('iframe')
  frame.title = title
  if (className) frame.className = className
  frame.src = `${address}#page=${page}&navpanes=0`
  box.replaceChildren(frame)
  const remove = () => {
    frame.remove()
    URL.revokeObjectURL(address)
  }
  signal.addEventListener('abort', remove, { once: true })
  return true
}
