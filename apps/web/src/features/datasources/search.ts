// What the list of data sources is searched for. Pure.

export const PAGE_SIZE = 50

export interface Search {
  text: string
  /** Ids; a data source has at least one of each. */
  categories: readonly number[]
  tags: readonly number[]
  /** From 1. */
  page: number
}

export const EVERYTHING: Search = { text: '', categories: [], tags: [], page: 1 }

/** Returns the parameters of the request; leaves out what has no effect. */
export function queryOf({ text, categories, tags, page }: Search) {
  const q = text.trim()
  return {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
    ...(q === '' ? {} : { q }),
    ...(categories.length > 0 ? { categories: categories.join(',') } : {}),
    ...(tags.length > 0 ? { tags: tags.join(',') } : {}),
  }
}

/** Whether anything narrows the list. */
export const isFiltered = ({ text, categories, tags }: Search): boolean =>
  text.trim() !== '' || categories.length > 0 || tags.length > 0
