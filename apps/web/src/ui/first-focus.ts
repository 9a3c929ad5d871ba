// Where the focus of a dialog begins. Never on the sign that closes it: a reader hears what is there before the way out.

const FIELD =
  'input:not([type="hidden"], [type="file"], [type="radio"]:not(:checked), :disabled), textarea:not(:disabled), select:not(:disabled)'
/** What else takes the focus; not what would open its tooltip with it. */
const ITEM = ':is(button, a[href], [tabindex="0"]):not(:disabled, [data-tip], [tabindex="-1"])'

/**
 * Marks, for Mantine's focus trap, what of a dialog is focused first where its content does not say so itself: the first
 * field, else the button it is for, else the first item, else its heading. Given to the dialog's content as `ref`.
 */
export function markFirst(dialog: HTMLElement | null): void {
  if (!dialog || dialog.querySelector('[data-autofocus]')) return
  // A field that took the focus as it appeared keeps it.
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

/** Content that is still loaded brings its field a moment later: it has the focus then, unless one has begun to do something. */
const LATE_MS = 3_000

function awaitField(dialog: HTMLElement, first: Element): void {
  const control = new AbortController()
  const { signal } = control
  const observer = new MutationObserver(() => {
    const field = seen(dialog, FIELD)
    if (!(field instanceof HTMLElement)) return
    // The trap may not have looked yet.
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
