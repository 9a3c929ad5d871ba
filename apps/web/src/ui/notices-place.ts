// Places the notices: they never cover the composer, Send or Stop, the row of tabs, the side panel, a dialog's content or the
// focused element (WCAG 2.2, 2.4.11). When a dialog leaves no room, they wait beneath it.
import { useLayoutEffect, type RefObject } from 'react'

/** The corners in the order of preference; their position depends on the width (notices-view.module.css). */
const PLACES = ['first', 'second', 'third', 'fourth']

const KEPT_CLEAR = '[data-keep-clear]'
/** At the upper edge of the page, as the row of tabs is; the others are at the lower edge. */
const ABOVE = '[data-keep-clear="above"]'
/** At the right edge of the page, as the side panel is. */
const BESIDE = '[data-keep-clear="beside"]'
const DIALOG = '[aria-modal="true"]:not([data-leaving])'
const OFFERED = `${DIALOG} :is(button, a[href], input, select, textarea, summary, [tabindex="0"])`

/** Interval for checks while the page changes under the notices. */
const LOOK_MS = 200

/** Keeps the box in a corner where it covers none of these, while it shows something. */
export function usePlace(box: RefObject<HTMLElement | null>, shown: readonly unknown[]): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element || shown.length === 0) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      place(element)
    }
    const soon = () => {
      timer ??= setTimeout(look, LOOK_MS)
    }
    // After the browser has scrolled the focused element into view.
    const focused = () => requestAnimationFrame(() => place(element))
    place(element)
    const changes = new MutationObserver(soon)
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-leaving'] })
    document.addEventListener('focusin', focused)
    document.addEventListener('input', soon)
    // Every scroll container, including a dialog's body.
    document.addEventListener('scroll', soon, { capture: true, passive: true })
    window.addEventListener('resize', soon)
    return () => {
      clearTimeout(timer)
      changes.disconnect()
      document.removeEventListener('focusin', focused)
      document.removeEventListener('input', soon)
      document.removeEventListener('scroll', soon, { capture: true })
      window.removeEventListener('resize', soon)
      // The next notice starts in the first corner again.
      if (element.childElementCount === 0) delete element.dataset['place']
    }
  }, [box, shown])
}

function place(box: HTMLElement): void {
  const taken = obstacles(box)
  // A dialog covers the row of tabs.
  const bottoms = hasDialog() ? [] : edgesOf(ABOVE).map(({ bottom }) => bottom)
  const tops = edgesOf(`${KEPT_CLEAR}:not(${ABOVE}, ${BESIDE})`).map(({ top }) => top)
  const lefts = hasDialog() ? [] : edgesOf(BESIDE).map(({ left }) => left)
  box.style.setProperty('--clear-above', `${Math.max(0, ...bottoms)}px`)
  box.style.setProperty('--clear-beside', `${innerWidth - Math.min(innerWidth, ...lefts)}px`)
  box.style.setProperty('--clear', `${innerHeight - Math.min(innerHeight, ...tops)}px`)
  // Keeps its corner as long as it covers nothing.
  const now = box.dataset['place'] ?? 'first'
  let best = { place: now, covered: Infinity }
  for (const name of [now, ...PLACES.filter((other) => other !== now)]) {
    box.dataset['place'] = name
    const own = box.getBoundingClientRect()
    const covered = taken.filter((rect) => overlaps(own, rect)).length
    if (covered < best.covered) best = { place: name, covered }
    if (covered === 0) break
  }
  box.dataset['place'] = best.place
  // Notices beneath a dialog stay there until it closes; otherwise they would flicker while it scrolls.
  const isBeneath = hasDialog() && (best.covered > 0 || 'beneath' in box.dataset)
  if (isBeneath) box.dataset['beneath'] = ''
  else delete box.dataset['beneath']
}

const hasDialog = (): boolean => document.querySelector(DIALOG) !== null
const isShown = (element: Element): boolean => element.getClientRects().length > 0
const edgesOf = (selector: string): DOMRect[] =>
  [...document.querySelectorAll(selector)].filter(isShown).map((element) => element.getBoundingClientRect())

function obstacles(box: HTMLElement): DOMRect[] {
  const { activeElement, body } = document
  const focused =
    activeElement && activeElement !== body && !box.contains(activeElement) ? [activeElement] : []
  const kept = hasDialog() ? `${KEPT_CLEAR}:not(${ABOVE}, ${BESIDE})` : KEPT_CLEAR
  return [...document.querySelectorAll(`${kept}, ${OFFERED}`), ...focused]
    .filter((element) => isShown(element) && !box.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => height < innerHeight / 2 || width < innerWidth / 2)
}

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
