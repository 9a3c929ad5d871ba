// What covers the whole page, dialogs included: while it stands, the page behind hears no Escape and no shortcut.

let covers = 0

/** Begins to listen; called once, before anything else listens to keys. */
export function hearKeysFirst(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (covers === 0) return
      // The browser's own Escape would close the cover.
      if (event.key === 'Escape') event.preventDefault()
      if (event.key === 'Escape' || event.ctrlKey || event.metaKey) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}

/** Shows a dialog in the browser's top layer until the returned function is called; the focus returns to where it was. */
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
