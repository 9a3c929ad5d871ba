// The user's favourite models, at the top of every model list (setting favouriteModels): ids of model tags.
import { createContext, use } from 'react'
import { parseIds, toggledId } from '#lib/stored-ids.ts'

/** Maximum number of favourites; more would push the other models out of view. */
const MAX = 50

/** Parses the stored ids; an invalid value counts as none. */
export const parseFavourites = (text: string | undefined): readonly number[] => parseIds(text, MAX)

/** Returns the list with a model appended or removed; a full list drops its oldest. */
export const toggledFavourite = (ids: readonly number[], id: number): readonly number[] =>
  toggledId(ids, id, MAX)

export interface Favourites {
  /** Ids of model tags, oldest first. */
  ids: readonly number[]
  toggle(tagId: number): void
}

/** Injected: the settings feature stores favourites and already depends on this feature. */
export const FavouritesContext = createContext<Favourites>({ ids: [], toggle: () => undefined })

/** Returns the favourite models and a function that adds or removes one. */
export const useFavourites = (): Favourites => use(FavouritesContext)
