// Draws a diagram in a separate document: an opaque origin without network, in an invisible frame. Only the finished picture
// is returned, and it is used as an image.
import { cutText } from '@polylogue/contract/browser'

/** Timeout for one diagram. */
export const DIAGRAM_MS = 10_000
const PAGE = '/diagram/draw.html'
/** Maximum characters of an SVG; more would fill the page's memory. */
const SVG_LIMIT = 5_000_000

export type Drawn =
  | { svg: string }
  /**
   * `wrong`: the code is not a diagram, `reason` says where · `slow`: timeout · `unavailable`: the drawing document did not
   * load.
   */
  | { failure: 'wrong' | 'slow' | 'unavailable'; reason: string }

/** Draws `code` in light or dark colours. Never rejects; aborting `signal` removes the frame at once. */
export function drawDiagram(code: string, dark: boolean, signal: AbortSignal): Promise<Drawn> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  // Drawn off screen instead of hidden: hidden text has no measurable width.
  Object.assign(frame.style, OFF_SCREEN)
  frame.src = PAGE
  const control = new AbortController()
  const drawn = new Promise<Drawn>((resolve) => {
    let ready = false
    const { signal: ended } = control
    window.addEventListener(
      'message',
      (event: MessageEvent<unknown>) => {
        if (event.source !== frame.contentWindow) return
        if (event.data === 'ready') {
          ready = true
          frame.contentWindow?.postMessage({ code, dark }, '*')
        } else resolve(readReply(event.data))
      },
      { signal: ended },
    )
    const timer = setTimeout(
      () => resolve({ failure: ready ? 'slow' : 'unavailable', reason: '' }),
      DIAGRAM_MS,
    )
    ended.addEventListener('abort', () => clearTimeout(timer))
    signal.addEventListener('abort', () => resolve({ failure: 'unavailable', reason: '' }), { signal: ended })
  })
  document.body.append(frame)
  return drawn.finally(() => {
    control.abort()
    frame.remove()
  })
}

const OFF_SCREEN = {
  position: 'fixed',
  insetInlineStart: '-10000px',
  top: '0',
  width: '1200px',
  height: '800px',
  border: '0',
  visibility: 'hidden',
}

function readReply(reply: unknown): Drawn {
  const { svg, error } = (typeof reply === 'object' && reply !== null ? reply : {}) as Record<string, unknown>
  if (typeof svg === 'string' && svg.startsWith('<svg') && svg.length <= SVG_LIMIT) return { svg }
  return { failure: 'wrong', reason: typeof error === 'string' ? cutText(error, 200) : '' }
}
