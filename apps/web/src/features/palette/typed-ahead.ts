// Buffers keys between the shortcut of the palette and the mount of its field, so that none is lost or goes to the
// previously focused field.

/** Timeout after which the palette is not expected any more. */
const TIMEOUT_MS = 5_000

// Of the window, which has one keyboard.
let typed = ''
let stop = () => {}

/** Buffers keys until they are taken; `first` is the initial text. */
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
  const timer = setTimeout(() => stop(), TIMEOUT_MS)
  stop = () => {
    window.removeEventListener('keydown', onKey, true)
    clearTimeout(timer)
  }
}

/** Stops buffering and returns the buffered text. */
export function takeTyped(): string {
  stop()
  const taken = typed
  typed = ''
  return taken
}
