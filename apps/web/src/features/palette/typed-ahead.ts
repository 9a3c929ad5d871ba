// What is typed between the palette's shortcut and the moment its field is there: no letter is lost, and none goes to the field
// that had the focus before.

/** After so long the palette does not come any more. */
const PATIENCE_MS = 5_000

let typed = ''
let stop = () => {}

/** Collects what is typed, until it is taken; `first` stands there already. */
export function collectTyped(first = ''): void {
  stop()
  typed = first
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return stop()
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, true)
  const timer = setTimeout(() => stop(), PATIENCE_MS)
  stop = () => {
    window.removeEventListener('keydown', onKey, true)
    clearTimeout(timer)
  }
}

/** Ends the collecting, and what it has collected. */
export function takeTyped(): string {
  stop()
  const taken = typed
  typed = ''
  return taken
}
