// The initial focus of a dialog. Never the close button, so that screen readers announce the content first.

const FIELD =
  'input:not([type="hidden"], [type="file"], [type="radio"]:not(:checked), :disabled), textarea:not(:disabled), select:not(:disabled)'
/** Other focusable elements, except those whose focus would open a tooltip. */
const ITEM = ':is(button, a[href], [tabindex="0"]):not(:disabled, [data-tip], [tabindex="-1"])'

/**
 * Marks the initial focus of a dialog for Mantine's focus trap, where the content does not: the first field, else the
 * primary button, else the first item, else the heading. Passed to the dialog's content as `ref`.
 */
export function markFirst(dialog: HTMLElement | null): void {
  if (!dialog || dialog.querySelector('[data-autofocus]')) return
  // A field that took the focus on mount keeps it.
  const taken = dialog.contains(document.activeElement) ? document.activeElement : null
  const first =
    taken ??
    seen(dialog, FIELD) ??
    seen(dialog, 'button[data-kind="fill"]:not(:disabled)') ??
    seen(dialog, ITEM) ??
    dialog.querySelector('h2')
  first?.setAttribute('data-autofocus', '')
  if (first && !first.matches(FIELD)) awaitField(dialog, first)
}

/** A field that loads late still gets the focus within this time, unless the user has started to do something. */
const LATE_MS = 3_000

function awaitField(dialog: HTMLElement, first: Element): void {
  const control = new AbortController()
  const { signal } = control
  const observer = new MutationObserver(() => {
    const field = seen(dialog, FIELD)
    if (!(field instanceof HTMLElement)) return
    // The focus trap may not have run yet.
    first.removeAttribute('data-autofocus')
    field.setAttribute('data-autofocus', '')
    if (document.activeElement === first) field.focus({ preventScroll: true })
    control.abort()
  })
  observer.observe(dialog, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  for (const use of ['keydown', 'pointerdown'])
    dialog.addEventListener(use, () => control.abort(), { signal })
  setTimeout(() => control.abort(), LATE_MS)
}

const seen = (dialog: HTMLElement, selector: string): Element | undefined =>
  [...dialog.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)
