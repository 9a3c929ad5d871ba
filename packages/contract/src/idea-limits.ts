// Limits and categories of prompt ideas, without schemas, for the page (PROMPT-5).

/** Maximum characters of an idea, and ideas that one user can have created. */
export const IDEA_LIMITS = { prompt: 5_000, count: 1_000 } as const

/** Ideas per page of the plugin, and per batch in the message form. */
export const IDEAS_PER_PAGE = 10
export const IDEAS_PER_BATCH = 4

/** Categories that every installation has; the page translates their labels by name. */
export const IDEA_CATEGORIES = [
  'writing',
  'email',
  'meetings',
  'analysis',
  'code',
  'learning',
  'planning',
  'communication',
  'translation',
  'research',
] as const
export type IdeaCategoryName = (typeof IDEA_CATEGORIES)[number]

/** Returns a text without line breaks at its ends. */
export function trimLineBreaks(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && isLineBreak(value[start])) start++
  while (end > start && isLineBreak(value[end - 1])) end--
  return value.slice(start, end)
}

const isLineBreak = (character: string | undefined) => character === '\n' || character === '\r'
