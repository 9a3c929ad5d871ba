// Limits of the prompt repository, without schemas, for the page (PROMPT-1).

/** Maximum characters of the texts of a saved prompt, labels of one prompt, kept versions, and prompts of one owner. */
export const SAVED_PROMPT_LIMITS = {
  title: 200,
  comment: 5_000,
  prompt: 100_000,
  labels: 50,
  versions: 100,
  count: 5_000,
} as const

/**
 * Maximum characters of a category's or tag's texts, how many of a kind people on one side of a tenant wall can have, and how
 * many of these one person can create. Those that no item has are deleted after some days.
 */
export const LABEL_LIMITS = {
  name: 100,
  description: 1_000,
  count: 1_000,
  ownCount: 100,
  unusedDays: 7,
} as const

/** The fields that a list of prompts can be searched in. */
export const PROMPT_SEARCH_FIELDS = ['title', 'prompt', 'comment', 'categories', 'tags'] as const
export type PromptSearchField = (typeof PROMPT_SEARCH_FIELDS)[number]

/** Answer formats that every installation has; the page translates their labels by name. */
export const OUTPUT_FORMS = ['text', 'list', 'table', 'json', 'code', 'email'] as const
export type OutputForm = (typeof OUTPUT_FORMS)[number]
