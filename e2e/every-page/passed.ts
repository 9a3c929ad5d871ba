// Most of what the walk opens stood there before: the frame around a page, rows like those of another list, a bar, the buttons of
// an answer. What has passed a check is left out of the next one while it, and all that it stands in, are the same: elements,
// attributes and states. Texts only have to be there: no check reads what they say. What checks compare with other elements,
// such as landmarks and headings, is never left out.
import type { Page } from '@playwright/test'

export interface Passed {
  /** Returns the outermost elements that have passed this check before, with all that they contain; of one that compares, others. */
  before(check: string, compares?: boolean): Element[]
  /** Remembers that what `before` saw last has passed the check. */
  remember(check: string): void
}

/** Puts `window.passed_` into the page, where it stays until a reload. */
export async function putPassed(page: Page): Promise<void> {
  await page.evaluate(() => {
    if ('passed_' in window) return
    const COMPARED = [
      'nav, header, footer, main, aside, section, form, h1, h2, h3, h4, h5, h6, iframe, [role=region], [role=navigation]',
      '[role=banner], [role=main], [role=complementary], [role=contentinfo], [role=search], [role=form], [role=heading]',
      '[role=dialog], [role=alertdialog]',
    ].join()
    const NAMES = new Set(['id', 'name'])
    const TEXTS = new Set([
      'aria-label',
      'title',
      'alt',
      'placeholder',
      'value',
      'href',
      'src',
      'd',
      'datetime',
    ])
    const REFERENCES = new Set(['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'for'])
    const STATES = [':focus', ':hover', ':checked', ':invalid', ':placeholder-shown']
    const numbers = new Map<string, number>()
    const known = new Map<string, Set<number>>()
    const seen = new Map<string, readonly number[]>()

    const numberOf = (text: string): number => {
      const number = numbers.get(text) ?? numbers.size
      numbers.set(text, number)
      return number
    }
    const isWritten = (text: string | null | undefined) => (text?.trim() ? '…' : '')
    const valueOf = ({ name, value }: Attr) => {
      if (TEXTS.has(name)) return isWritten(value)
      // Numbers are ids.
      if (name.startsWith('data-')) return value.replaceAll(/\d+/g, '#')
      if (!REFERENCES.has(name)) return value
      return value
        .split(' ')
        .map((id) => isWritten(document.getElementById(id)?.outerHTML))
        .join()
    }
    const ownOf = (element: Element): string => {
      const attributes = [...element.attributes].filter(
        ({ name, value }) => !NAMES.has(name) && (name !== 'style' || value !== ''),
      )
      const texts = [...element.childNodes].filter((one) => one instanceof Text).map((one) => one.data)
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      return [
        element.tagName,
        ...attributes.map((one) => `${one.name}=${valueOf(one)}`),
        isWritten(texts.join('')),
        labels.map(({ textContent }) => isWritten(textContent)),
      ].join(' ')
    }
    /** Looks at an element below a place and returns the number of what it contains, itself included. */
    const look = (element: Element, place: number, keys: Map<Element, number>): number => {
      const own = ownOf(element)
      const here = numberOf(`${place} > ${own}`)
      const inner = [...element.children].map((child) => look(child, here, keys))
      const states = STATES.filter((state) => element.matches(state))
      const all = numberOf(`${own} ${states.join('')} (${inner.join()})`)
      keys.set(element, numberOf(`${place} : ${all}`))
      return all
    }
    const passed: Passed = {
      before(check, compares = false) {
        const keys = new Map<Element, number>()
        look(document.documentElement, numberOf(matchMedia('print').matches ? 'print' : 'screen'), keys)
        seen.set(check, [...keys.values()])
        const passedOnce = known.get(check)
        const outermost = (element: Element): Element[] => {
          const key = keys.get(element)
          const isKnown = key !== undefined && passedOnce?.has(key) === true
          const isCompared =
            compares && (element.matches(COMPARED) || element.querySelector(COMPARED) !== null)
          if (isKnown && !isCompared) return [element]
          return [...element.children].flatMap(outermost)
        }
        return passedOnce ? outermost(document.body) : []
      },
      remember(check) {
        const passedNow = known.get(check) ?? new Set()
        for (const key of seen.get(check) ?? []) passedNow.add(key)
        known.set(check, passedNow)
      },
    }
    Object.assign(window, { passed_: passed })
  })
}
