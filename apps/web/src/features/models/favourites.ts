// The models one keeps at the top of every list of models (setting favouriteModels): ids of model tags.
import { createContext, use } from 'react'

/** More at the top would hide the rest. */
const AT_MOST = 50

/** The stored ids; what is no list of ids counts as none. */
export function parseFavourites(text: string | undefined): readonly number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    const ids = value.filter((id): id is number => Number.isSafeInteger(id) && id > 0)
    return [...new Set(ids)].slice(0, AT_MOST)
  } catch {
    return []
  }
}

/** With a model put at the end, or taken out; a full list drops its oldest. */
export const toggledFavourite = (ids: readonly number[], id: number): readonly number[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-AT_MOST)

export interface Favourites {
  /** Ids of model tags in the order in which they were added. */
  ids: readonly number[]
  toggle(tagId: number): void
}

/** Given from outside: where they are stored is known to the settings, which know the models. */
export const FavouritesContext = createContext<Favourites>({ ids: [], toggle: () => undefined })

/** The favourite models, and adding or removing one. */
export const useFavourites = (): Favourites => use(FavouritesContext)
