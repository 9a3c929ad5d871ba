// Remembers previous focus positions. A menu item that opened a dialog is gone when the dialog closes: the focus then
// returns to the menu's button, some positions back.

/** Enough for the entries of a menu, the buttons of a row that is deleted with it, and what was before. */
const LENGTH = 20

/** Of the document, which has one focus. */
let trail: Element[] = []

/** Starts to record; call once, before the page is shown. */
export function trackFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !target.closest('[aria-modal]'))
      trail = [...trail.slice(1 - LENGTH), target]
  })
  // Of what goes away while it has the focus, such as a deleted row. Later than a change of page moves the focus to its heading.
  document.addEventListener('focusout', ({ target }) =>
    setTimeout(() => target instanceof Element && !takesFocus(target) && returnFocus(), 80),
  )
}

const takesFocus = (element: Element) => element.getClientRects().length > 0 && !element.matches(':disabled')

/** Moves a lost focus, or one in a closing dialog, to the last element that is still in the page, else to its heading. */
export function returnFocus(): void {
  const { activeElement, body } = document
  const lost =
    activeElement === null || activeElement === body || activeElement.closest('[aria-modal]') !== null
  if (!lost) return
  const last = trail.findLast(takesFocus) ?? document.querySelector('h1')
  if (last instanceof HTMLElement) last.focus({ preventScroll: true })
}
