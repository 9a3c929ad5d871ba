// Walks the page with Tab: every control is reached, the focus is visible and not covered (WCAG 2.2: 2.1.1, 2.1.2, 2.4.7,
// 2.4.11), and the walk returns to its start.
import type { CDPSession, Page } from '@playwright/test'
import type { Frames } from './frames.ts'

const MAX_STOPS = 600
/** Keys that are sent at once, as while Tab is held down, where one for each control does not lead back to the start. */
const MORE_KEYS = 10

interface Walker {
  /** Resolves with faults found on the way and controls not reached; with undefined if the walk is not back at its start. */
  end(): Promise<string[] | undefined>
}

/** Returns keyboard faults, one line each. Controls in an open menu are skipped: they use arrow keys. */
export async function byKeyboard(page: Page): Promise<string[]> {
  if ((await page.locator('[role=menu], [role=listbox]').filter({ visible: true }).count()) > 0) return []
  const wrong = await tabAround(page)
  // Late content may have moved the focus: only faults that occur on a second walk count.
  return wrong.length === 0 ? wrong : tabAround(page)
}

async function tabAround(page: Page): Promise<string[]> {
  await page.evaluate(focusAtRest)
  const controls = await page.evaluate(putWalker)
  const browser = await browserOf(page)
  // `page.keyboard.press` also releases the key: twice as many messages, thousands of which are a tenth of the whole walk.
  const tab = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const
  // To each control, out of the page, to the first control again, and one to notice that.
  for (let stops = 0, keys = controls + 3; stops < MAX_STOPS; stops += keys, keys = MORE_KEYS) {
    await Promise.all(Array.from({ length: keys }, () => browser.send('Input.dispatchKeyEvent', tab)))
    const wrong = await page.evaluate(() => (window as unknown as { walker: Walker }).walker.end())
    if (wrong) return wrong
  }
  await page.evaluate(() => (window as unknown as { frames_: Frames }).frames_.end(false))
  return [`does not come around within ${MAX_STOPS} stops`]
}

const browsers = new WeakMap<Page, Promise<CDPSession>>()

/** Resolves with the connection that sends keys to this page. */
function browserOf(page: Page): Promise<CDPSession> {
  const known = browsers.get(page) ?? page.context().newCDPSession(page)
  browsers.set(page, known)
  return known
}

/**
 * Runs in the page. Leaves out frames that have passed. Resolves once no finite animation is running and the focus has not
 * moved for 6 frames: a menu or dialog returns the focus to its button only after its transition.
 */
async function focusAtRest(): Promise<void> {
  ;(window as unknown as { frames_: Frames }).frames_.leaveOut('keyboard', 'inert')
  const MAX_FRAMES = 600
  const ends = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  let focused = document.activeElement
  for (let still = 0, frames = 0; still < 6 && frames < MAX_FRAMES; frames++) {
    await new Promise((drawn) => requestAnimationFrame(drawn))
    const rests = document.activeElement === focused && !document.getAnimations().some(ends)
    still = rests ? still + 1 : 0
    focused = document.activeElement
  }
}

/** Runs in the page. Returns the number of controls to reach. */
function putWalker(): number {
  const STYLES = [
    'outline',
    'boxShadow',
    'border',
    'backgroundColor',
    'color',
    'textDecorationLine',
    'opacity',
  ] as const
  /** A button replaces a file input. */
  const CONTROLS =
    'a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=button], [tabindex="0"]'
  /** A composite widget: one Tab stop, then arrow keys. */
  const GROUPS = '[role=tablist], [role=toolbar], [role=menu], [role=listbox], [role=grid], [role=radiogroup]'
  /** Elements that contain several Tab stops. */
  const OF_SEVERAL = 'input[type=date], input[type=datetime-local], iframe'
  const controls = (within: Element | Document) => [...within.querySelectorAll(CONTROLS)]
  /** Ignores elements that appear during the walk: the focus may already have passed their place. */
  const here = new Set(controls(document))
  const visited = new Set<Element>()
  const doubtful = new Set<Element>()
  const wrong: string[] = []
  let first: Element | undefined
  let before: { element: Element; looks: string } | undefined
  let hasBegun = false
  let isBack = false

  const named = (element: Element) =>
    element.outerHTML.replaceAll(/ (id|class|style)="[^"]*"/g, '').slice(0, 140)
  const around = (element: Element) => [
    element,
    element.parentElement,
    element.parentElement?.parentElement,
    element.closest('label'),
    element.nextElementSibling,
    element.nextElementSibling?.firstElementChild,
  ]
  const looks = (element: Element) =>
    around(element)
      .filter((one) => one !== null && one !== undefined)
      .flatMap((one) => ['', '::before', '::after'].map((part) => getComputedStyle(one, part)))
      .flatMap((style) => STYLES.map((name) => style[name]))
      .join('|')
  /** Returns the visible element of a control: for a field with only a styled label, the label. */
  const drawn = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    const isDrawn = width > 4 && height > 4 && getComputedStyle(element).opacity !== '0'
    if (isDrawn || !element.matches('input')) return element
    return (
      element.closest('label') ??
      document.querySelector(`label[for="${element.id}"]`) ??
      element.parentElement ??
      element
    )
  }
  const isHidden = (element: Element) => {
    const box = element.getBoundingClientRect()
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)]
    const [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)]
    if (right - left < 1 || bottom - top < 1) return true
    return ![0.5, 0.1, 0.9].some((x) =>
      [0.5, 0.1, 0.9].some((y) => {
        const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
        return hit !== null && (element.contains(hit) || hit.contains(element))
      }),
    )
  }
  /** Returns whether it stays hidden: browser and page scroll to the focused element in the next frames. */
  const staysHidden = async (element: Element) => {
    for (let frame = 0; frame < 60 && isHidden(element); frame++)
      await new Promise((drawn) => requestAnimationFrame(drawn))
    return isHidden(element)
  }
  const notDrawn = (element: Element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return 'has the focus and is not drawn'
    if (!drawn(element).checkVisibility({ opacityProperty: true })) return 'has the focus and cannot be seen'
    return undefined
  }
  /** The page may still be scrolling to it: `faultAgain` looks more closely. */
  const isDoubtful = (element: Element) => notDrawn(element) !== undefined || isHidden(drawn(element))
  const faultOf = async (element: Element) =>
    notDrawn(element) ??
    ((await staysHidden(drawn(element))) ? 'has the focus behind something or outside' : undefined)
  /** Focuses it again: late content may have scrolled the page. */
  const faultAgain = async (element: Element) => {
    if (!(element instanceof HTMLElement) || !element.isConnected) return undefined
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const without = looks(element)
    element.focus()
    return (
      (await faultOf(element)) ??
      (looks(element) === without ? 'looks the same with the focus and without' : undefined)
    )
  }
  const leave = () => {
    if (before?.element.isConnected && before.looks === looks(before.element)) doubtful.add(before.element)
    before = undefined
  }
  /** Returns the controls that the walk has to reach. */
  const toReach = () => {
    const modal = [...document.querySelectorAll('[aria-modal=true]')].findLast((one) => one.checkVisibility())
    return controls(modal ?? document).filter(
      (element) =>
        here.has(element) &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled') &&
        !element.closest('[inert], [aria-hidden=true]'),
    )
  }
  const isReached = (element: Element): boolean => {
    if (visited.has(element)) return true
    const group = element.closest(GROUPS)
    if (group && [...visited].some((one) => group.contains(one))) return true
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return false
    return [...visited].some((one) => one instanceof HTMLInputElement && one.name === element.name)
  }
  /** Checks the focused element; returns true once the walk is back at its start. */
  const stop = () => {
    const element = document.activeElement
    if (element && element === before?.element) return !element.matches(OF_SEVERAL)
    leave()
    if (element === null || element === document.body) return false
    if (visited.has(element)) {
      if (element !== first && first?.isConnected)
        wrong.push(`is come back to before the rest: ${named(element)}`)
      return true
    }
    first ??= element
    visited.add(element)
    if (isDoubtful(element)) doubtful.add(element)
    before = { element, looks: looks(element) }
    return false
  }
  /** Checks where the previous key has led, before this one leads on. */
  const onKey = (event: KeyboardEvent) => {
    if (hasBegun) isBack ||= stop()
    hasBegun = true
    if (!isBack) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const walker: Walker = {
    async end() {
      if (!isBack) return undefined
      removeEventListener('keydown', onKey, true)
      for (const element of doubtful) {
        const fault = await faultAgain(element)
        if (fault !== undefined) wrong.push(`${fault}: ${named(element)}`)
      }
      wrong.push(...toReach().flatMap((one) => (isReached(one) ? [] : [`is not reached: ${named(one)}`])))
      ;(window as unknown as { frames_: Frames }).frames_.end(wrong.length === 0)
      return wrong
    },
  }
  addEventListener('keydown', onKey, true)
  Object.assign(window, { walker })
  return toReach().length
}
