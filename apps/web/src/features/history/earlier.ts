// Merges pages of earlier prompts and removes duplicate texts.
import type { EarlierPrompt } from '@polylogue/contract'

/** Where to search prompts. */
export type Scope = 'chat' | 'project' | 'all'

/**
 * Merges pages into one list. New questions shift entries to the next page, so each text is kept only at its newest
 * position.
 */
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

/** Returns the index that an arrow key leads to in a list of `count`; it stays in the list. */
export function movedTo(at: number, key: string, count: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 }[key]
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to))
}
