// What a list of prompts is searched for. Pure.
import { PROMPT_SEARCH_FIELDS, type PromptSearchField } from '@polylogue/contract/browser'

/** Prompts per page (PROMPT-1). */
export const PAGE_SIZE = 10

export interface Search {
  text: string
  /** The fields to search in. */
  fields: readonly PromptSearchField[]
  /** Ids; a prompt has at least one of each. */
  categories: readonly number[]
  tags: readonly number[]
  /** The group that is a named part of the repository; 0 for all. */
  context: number
  /** From 1. */
  page: number
}

export const EVERYTHING: Search = {
  text: '',
  fields: PROMPT_SEARCH_FIELDS,
  categories: [],
  tags: [],
  context: 0,
  page: 1,
}

/** Returns the parameters of the request; leaves out what has no effect. */
export function queryOf({ text, fields, categories, tags, context, page }: Search) {
  const q = text.trim()
  const isPart = fields.length > 0 && fields.length < PROMPT_SEARCH_FIELDS.length
  return {
    offset: (page - 1) * PAGE_SIZE,
    ...(q === '' ? {} : { q }),
    ...(q !== '' && isPart ? { in: fields.join(',') } : {}),
    ...(categories.length > 0 ? { categories: categories.join(',') } : {}),
    ...(tags.length > 0 ? { tags: tags.join(',') } : {}),
    ...(context === 0 ? {} : { context }),
  }
}

/** Whether anything narrows the list. */
export const isFiltered = ({ text, categories, tags, context }: Search): boolean =>
  text.trim() !== '' || categories.length > 0 || tags.length > 0 || context !== 0

/** Returns the fields after ticking or unticking one; at least one stays ticked. */
export function toggledField(
  fields: readonly PromptSearchField[],
  field: PromptSearchField,
): readonly PromptSearchField[] {
  const next = PROMPT_SEARCH_FIELDS.filter((one) =>
    one === field ? !fields.includes(one) : fields.includes(one),
  )
  return next.length === 0 ? fields : next
}
