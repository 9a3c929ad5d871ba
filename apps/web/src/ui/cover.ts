// Covers the whole page, dialogs included: meanwhile the page behind receives no Escape and no shortcuts.

/** How many covers the one document has. */
let covers = 0

/** Starts to listen; call once, before any other key listener is added. */
export function captureKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (covers === 0) return
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
  covers += 1
  return () => {
    covers -= 1
    dialog.removeEventListener('cancel', stay)
    dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}
