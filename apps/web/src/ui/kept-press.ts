// A press counts although its button moves before the release: a list that arrives meanwhile moves what is below it. Browsers
// would send that click to what both places have in common, and the button would not get it. Escape cancels a press.

/** Pixels that the pointer may move between press and release. */
const SLACK = 8

interface Press {
  button: HTMLElement
  at: DOMRect
  x: number
  y: number
  /** Escape was pressed meanwhile: its dialog may be closing. */
  isCancelled: boolean
}

/** Starts to listen; call once, before the page is shown. */
export function keepPresses(): void {
  let press: Press | undefined
  let isReplaced = false
  window.addEventListener('pointerdown', (event) => (press = pressOf(event)), { capture: true })
  window.addEventListener('keydown', ({ key }) => press && key === 'Escape' && (press.isCancelled = true), {
    capture: true,
  })
  window.addEventListener(
    'pointerup',
    (event) => {
      const ended = press
      press = undefined
      if (!ended || !(ended.isCancelled || isMoved(ended, event))) return
      isReplaced = true
      // After the browser's own click, which follows this event.
      setTimeout(() => {
        isReplaced = false
        if (!ended.isCancelled) ended.button.click()
      })
    },
    { capture: true },
  )
  window.addEventListener('click', (event) => isReplaced && event.isTrusted && end(event), { capture: true })
}

function pressOf(event: PointerEvent): Press | undefined {
  const { target, clientX: x, clientY: y } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (event.button !== 0 || hasModifier || !(target instanceof Element)) return undefined
  const button = target.closest<HTMLElement>('button, a[href]')
  return button ? { button, at: button.getBoundingClientRect(), x, y, isCancelled: false } : undefined
}

/** Whether the button, and not the pointer, moved away. One that is covered now, by its own menu for example, has not moved. */
function isMoved({ button, at, x, y }: Press, { target, clientX, clientY }: PointerEvent): boolean {
  if (!button.isConnected || (target instanceof Node && button.contains(target))) return false
  const now = button.getBoundingClientRect()
  const hasMoved = now.x !== at.x || now.y !== at.y
  return hasMoved && Math.hypot(clientX - x, clientY - y) <= SLACK
}

function end(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
