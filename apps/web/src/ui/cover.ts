// Covers the whole page, dialogs included: meanwhile the page behind receives no Escape and no shortcuts.

/** Marks a dialog that covers the page. */
const COVER = 'data-cover'

/** Starts to listen; call once, before any other key listener is added. */
export function captureKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!document.querySelector(`[${COVER}]`)) return
      // The browser's own handling of Escape would close the cover.
      if (event.key === 'Escape') event.preventDefault()
      if (event.key === 'Escape' || event.ctrlKey || event.metaKey) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

/** Shows a dialog in the browser's top layer and returns a function that closes it and restores the focus. */
export function coverPage(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement
  const stay = (event: Event) => event.preventDefault()
  dialog.addEventListener('cancel', stay)
  dialog.showModal()
  dialog.setAttribute(COVER, '')
  return () => {
    dialog.removeAttribute(COVER)
    dialog.removeEventListener('cancel', stay)
    dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}
