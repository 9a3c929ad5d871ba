// Checks for every page and dialog: axe, overflow, target sizes, animations, texts.
import type { Page } from '@playwright/test'
import type { Axe } from '../accessible.ts'
import type { Frames } from './frames.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns what axe finds in the open page or dialog, one line each; with `colours` only what depends on the theme. */
export async function findings(page: Page, colours = false): Promise<string[]> {
  const runOnly = colours
    ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
    : { type: 'tag', values: TAGS }
  return page.evaluate(async (only) => {
    const { axe, frames_: frames } = window as unknown as { axe: Axe; frames_: Frames }
    const { mantineColorScheme, look } = document.documentElement.dataset
    frames.leaveOut([only.type, mantineColorScheme, look].join(' '), 'data-passed')
    const { violations } = await axe.run(
      // A tooltip belongs to the element that it describes, wherever it is rendered. The page behind a dialog cannot be used,
      // and is tested without the dialog. Without `preload`: there is no media to load.
      { exclude: [['[role=tooltip]'], ['[inert]'], ['[data-passed]']] },
      { runOnly: only, resultTypes: ['violations'], preload: false },
    )
    frames.end(violations.length === 0)
    return violations
      .filter(({ impact }) => impact !== 'minor')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
      )
  }, runOnly)
}

/** Time for anchored elements to follow their button, on a busy machine. */
const FOLLOWS_MS = 5_000

/** Returns what overflows the window permanently and is not inside a scroll container. */
export async function beyondTheEdge(page: Page): Promise<string[]> {
  const end = performance.now() + FOLLOWS_MS
  for (;;) {
    const found = await reaching(page)
    if (found.length === 0 || performance.now() > end) return found
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
  }
}

async function reaching(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`)
    for (const box of document.querySelectorAll('body *')) {
      const sideways =
        /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1
      if (!sideways || box.closest('[inert]')) continue
      // These boxes may scroll: code, tables, formulas, tabs and text fields.
      const may = 'pre, textarea, .katex-display, [tabindex="0"], :has(> [role=tablist]), [role=tablist]'
      if (!box.matches(may)) found.push(`scrolls sideways: ${box.outerHTML.slice(0, 140)}`)
    }
    const scrolls = (element: Element, axis: 'x' | 'y') => {
      for (let box = element.parentElement; box && box !== root; box = box.parentElement) {
        const style = getComputedStyle(box)
        const [overflow, more] =
          axis === 'x'
            ? [style.overflowX, box.scrollWidth - box.clientWidth]
            : [style.overflowY, box.scrollHeight - box.clientHeight]
        if (/auto|scroll/.test(overflow) && more > 0) return true
      }
      return false
    }
    const targets = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [role=option]'
    for (const element of document.querySelectorAll(targets)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (element.closest('[inert]')) continue
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
      // Only for screen readers, or visible on focus.
      if (width <= 1 || height <= 1 || bottom <= 0) continue
      const out = []
      if ((left < -1 || right > innerWidth + 1) && !scrolls(element, 'x')) out.push(`${left} to ${right}`)
      if (bottom > innerHeight + 1 && !scrolls(element, 'y')) out.push(`from ${top} down to ${bottom}`)
      if (out.length > 0) found.push(`${out.join(', ')} px: ${element.outerHTML.slice(0, 140)}`)
    }
    return found
  })
}

/** Returns buttons and fields that are too small for touch: 44 px, and 40 px in the composer and similar bars. */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 40
    const targets =
      'button, input:not([type=file]), select, textarea, summary, [role=option], [role^=menuitem], nav a'
    return (
      [...document.querySelectorAll(targets)]
        .filter((element) => element.checkVisibility() && !element.closest('[inert]'))
        // Links inside sentences have the height of the text (allowed by WCAG).
        .filter((element) => !element.closest('p, li p, td'))
        .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height > 1 && box.bottom > 0)
        .filter(({ box }) => box.height < LEAST - 0.5 || box.width < LEAST - 0.5)
        .map(
          ({ element, box }) =>
            `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.replace(/ id="[^"]*"/, '').slice(0, 120)}`,
        )
    )
  })
}

/** Returns names that are cut where no tooltip shows the rest, and lines that are drawn over others. */
export async function lostWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (one) => one.checkVisibility() && !one.closest('[inert]'),
      )
    const cut = shown('.cut[title], th').filter(
      (one) => !one.closest('header') && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1,
    )
    const rows = shown('[role=radiogroup]').filter(
      (one) => getComputedStyle(one).overflowY === 'visible' && one.scrollHeight > one.clientHeight + 1,
    )
    const entries = shown('a[role^=menuitem]').filter((one) => getComputedStyle(one).display !== 'flex')
    const named = (what: string, all: HTMLElement[]) => all.map((one) => `${what}: ${one.textContent}`)
    return [...named('cut on touch', cut), ...named('over what follows', rows), ...named('no line', entries)]
  })
}

/** Returns running animations. */
export async function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) =>
        effect instanceof KeyframeEffect ? (effect.target?.outerHTML.slice(0, 120) ?? '') : '',
      ),
  )
}

/** Returns the texts of the interface, including labels, titles and placeholders; user content and quotes are left out. */
export async function textsIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const written = new Set<string>()
    const isForeign = (element: Element | null) =>
      element?.closest('article, blockquote, pre, code, kbd, [lang]:not(html)')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      if (parent?.closest('script, style') || isForeign(parent) || !parent?.checkVisibility()) continue
      written.add(walker.currentNode.textContent?.trim() ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (!isForeign(element)) written.add(element.getAttribute(name)?.trim() ?? '')
    return [...written].filter(Boolean)
  })
}
