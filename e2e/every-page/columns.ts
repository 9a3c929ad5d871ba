// Checks the columns and tabs of a page in a wide window: one width system, one style of tabs.
import type { Page } from '@playwright/test'

/** Returns columns that begin or end elsewhere than those of other pages, and tabs that look different, one line each. */
export async function strangeColumns(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const EDGE = 24
    const [PAGE, CHAT] = [1200, 820]
    const found: string[] = []
    const named = (element: Element) => element.outerHTML.replace(/ (?:id|class)="[^"]*"/g, '').slice(0, 100)
    const main = document.querySelector('main#content')
    // Lanes share the whole window, and paper has its own margins.
    const hasColumn = !location.search.includes('compare=') && !matchMedia('print').matches
    const isFramed = document.querySelector('nav') !== null && hasColumn
    if (main && isFramed && !document.querySelector('[aria-modal=true]')) {
      const frame = main.getBoundingClientRect()
      const room = main.clientWidth - 2 * EDGE
      const isColumn = ({ left, width }: DOMRect) => {
        const at = left - frame.left
        const isPage = Math.abs(at - EDGE) <= 1 && Math.abs(width - Math.min(PAGE, room)) <= 1
        // Only the conversation stands in the middle.
        const isChat = Math.abs(width - Math.min(CHAT, room)) <= 1
        return isPage || isChat
      }
      const columns = [...main.querySelectorAll('h1, h2, article, table, form, p, ul, ol')]
        .filter((one) => one.checkVisibility() && !one.closest('.sr, [role=dialog], [role=menu]'))
        .map((one) => columnOf(one, main))
        .filter((one) => one !== undefined)
      for (const column of new Set(columns)) {
        const box = column.getBoundingClientRect()
        if (box.width > 0 && !isColumn(box))
          found.push(
            `a column of its own, ${Math.round(box.left - frame.left)} + ${Math.round(box.width)} px: ${named(column)}`,
          )
      }
    }
    found.push(...strangeTabs())
    return found

    /** The outermost box around an element that is narrower than the page: what a reader sees as the column. */
    function columnOf(element: Element, root: Element): Element | undefined {
      let column: Element | undefined
      for (let box: Element | null = element; box && box !== root; box = box.parentElement) {
        const isNarrower = box.getBoundingClientRect().width < root.clientWidth - 1
        if (isNarrower) column = box
      }
      return column
    }

    function strangeTabs(): string[] {
      const isModern = document.documentElement.dataset['look'] === 'modern'
      const tabs = [
        ...document.querySelectorAll(
          '[role=tab][aria-selected=true], [data-tabs] label:has(input:checked), [data-tabs] [aria-current]',
        ),
      ].filter((one) => one.checkVisibility())
      const strange = tabs.flatMap((tab) => {
        const style = getComputedStyle(tab)
        const line = getComputedStyle(tab, '::after')
        const looks = [
          style.fontSize,
          style.fontWeight,
          style.backgroundColor,
          isModern ? line.content : `${line.height} at ${line.bottom}`,
        ].join(' ')
        const expected = ['13px', '500', 'rgba(0, 0, 0, 0)', isModern ? 'none' : '2px at 0px'].join(' ')
        return looks === expected ? [] : [`tabs of their own style, ${looks}: ${named(tab)}`]
      })
      const rows = tabs
        .map((tab) => tab.closest('[role=tablist], [data-tabs]') ?? tab)
        .map((one) => one.getBoundingClientRect())
      const segments = [...document.querySelectorAll('[role=radiogroup]:not([data-tabs])')].filter((one) =>
        one.checkVisibility(),
      )
      const beside = segments.filter((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return rows.some((row) => row.height > 0 && top < row.bottom && bottom > row.top)
      })
      return [...strange, ...beside.map((one) => `a segmented control beside tabs: ${named(one)}`)]
    }
  })
}
