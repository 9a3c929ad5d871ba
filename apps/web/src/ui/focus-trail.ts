// Where the focus came from. An item of a menu that opened a dialog is gone when the dialog closes: then the focus goes to the
// menu's button, some places back.

/** A menu's item, the menu, its button, and what stood before. */
const LENGTH = 8

let trail: Element[] = []

/** Begins to remember; called once, before the page is shown. */
export function trackFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest('[aria-modal]'))
      trail = [...trail.slice(1 - LENGTH), target]
  })
}

/** Gives a focus that is nowhere, or in a dialog that fades away, to the last place that still stands. */
export function returnFocus(): void {
  const { activeElement, body } = document
  const lost =
    activeElement === null || activeElement === body || activeElement.closest('[aria-modal]') !== null
  if (!lost) return
  const last = trail.findLast((element) => element.isConnected && element.getClientRects().length > 0)
  if (last instanceof HTMLElement) last.focus({ preventScroll: true })
}
