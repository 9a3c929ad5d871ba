// Contrast in both themes. Most texts of a page have been checked on another one in the same colours: axe, which needs most of
// its time for contrast, looks only at those whose own colours, or whose backgrounds on the way up the page, are new.
import type { Page } from '@playwright/test'
import { putAxe, type Axe } from '../accessible.ts'

/** What axe finds about colours; `findings` of checks.ts leaves it out. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block']

export interface Colours {
  /** Returns the visible texts and fields in colours that have not passed. */
  fresh(): Element[]
  /** Remembers that the colours which `fresh` saw last have passed. */
  remember(): void
}

/** Returns what axe finds about the colours of the open page or dialog in this theme, one line each. */
export async function coloursIn(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await putAxe(page)
  await page.evaluate(putColours)
  return page.evaluate(
    async ({ theme, rules }) => {
      const { axe, colours_: colours } = window as unknown as { axe: Axe; colours_: Colours }
      const { dataset } = document.documentElement
      const { mantineColorScheme = '' } = dataset
      dataset['mantineColorScheme'] = theme
      const include = colours.fresh()
      const options = {
        runOnly: { type: 'rule', values: rules },
        resultTypes: ['violations'],
        preload: false,
      }
      const { violations } = include.length > 0 ? await axe.run({ include }, options) : { violations: [] }
      if (violations.length === 0) colours.remember()
      dataset['mantineColorScheme'] = mantineColorScheme
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${theme}: ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
      )
    },
    { theme, rules: OF_COLOURS },
  )
}

/** Runs in the page, where it stays until a reload. */
function putColours(): void {
  if ('colours_' in window) return
  const passed = new Set<string>()
  let seen = new Map<Element, string>()
  const FIELDS = 'input, textarea, select'
  const hasText = (one: Element) =>
    [...one.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  // A tooltip belongs to the element that it describes; the page behind a dialog is tested without the dialog.
  const isChecked = (one: Element) =>
    (one.matches(FIELDS) || hasText(one)) &&
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    one.closest('[inert], [aria-hidden=true], [role=tooltip]') === null
  const named = (one: Element | null) => `${one?.tagName} ${one?.getAttribute('class')}`
  const isDisabled = (one: Element) =>
    one.closest(':disabled, [aria-disabled=true]') !== null ||
    one.closest('label')?.control?.matches(':disabled') === true
  const ofText = (one: Element | null) => {
    if (!one) return ''
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = getComputedStyle(one)
    return [color, fontSize, fontWeight, textDecorationLine, textShadow].join(' ')
  }
  const PLAIN = 'rgba(0, 0, 0, 0) none 1 none'
  /** The backgrounds from this element up to the page. */
  const behind = (one: Element | null, known: Map<Element, string>): string => {
    if (!one) return ''
    const before = known.get(one)
    if (before !== undefined) return before
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(one)
    const layer = [backgroundColor, backgroundImage, opacity, filter].join(' ')
    const rest = behind(one.parentElement, known)
    const all = layer === PLAIN ? rest : `${layer} < ${rest}`
    known.set(one, all)
    return all
  }
  const colours: Colours = {
    fresh() {
      const known = new Map<Element, string>()
      const keyOf = (one: Element) => {
        const around = one.parentElement
        const who = [named(one), named(around), isDisabled(one)]
        return [...who, ofText(one), ofText(around), behind(one, known)].join(' | ')
      }
      const all = [...document.body.querySelectorAll('*')].filter(isChecked)
      seen = new Map(all.map((one) => [one, keyOf(one)]))
      return all.filter((one) => !passed.has(seen.get(one) ?? ''))
    },
    remember() {
      for (const key of seen.values()) passed.add(key)
    },
  }
  Object.assign(window, { colours_: colours })
}
