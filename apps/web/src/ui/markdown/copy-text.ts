/**
 * Copies a text to the clipboard; resolves with false when the browser forbids it, or when the text could not be loaded. Call it
 * in the handler of the click, also with a text that is still loading: Safari forgets the click while one waits for it. Also
 * works over plain HTTP, where the clipboard API is missing.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  if (typeof text !== 'string' && (await copyLater(text))) return true
  const loaded = typeof text === 'string' ? text : await text.catch(() => null)
  if (loaded === null) return false
  try {
    if ('clipboard' in navigator) {
      await navigator.clipboard.writeText(loaded)
      return true
    }
  } catch {
    return copyBySelection(loaded)
  }
  return copyBySelection(loaded)
}

/** Asks for the clipboard at once and gives it the text later; resolves with false where a browser cannot do that. */
async function copyLater(text: Promise<string>): Promise<boolean> {
  try {
    const type = 'text/plain'
    const item = new ClipboardItem({ [type]: text.then((loaded) => new Blob([loaded], { type })) })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return false
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr'
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
