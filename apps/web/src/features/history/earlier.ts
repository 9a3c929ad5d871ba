// Earlier prompts as a list: pages in one, the same text once.
import type { EarlierPrompt } from '@polylogue/contract'

/** Where prompts are looked for. */
export type Scope = 'chat' | 'project' | 'all'

/** One list out of pages. What was asked meanwhile moves entries to the next page: each text stands once, at its newest place. */
export function mergedPages(pages: readonly { prompts: readonly EarlierPrompt[] }[]): EarlierPrompt[] {
  const seen = new Set<string>()
  return pages
    .flatMap(({ prompts }) => prompts)
    .filter(({ queryText }) => {
      const text = queryText.trim()
      if (seen.has(text)) return false
      seen.add(text)
      return true
    })
}

/** Where an arrow key leads in a list of `count`; it stays within it. */
export function movedTo(at: number, key: string, count: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[key]
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to))
}
