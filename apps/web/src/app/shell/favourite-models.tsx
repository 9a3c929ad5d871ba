import type { ReactNode } from 'react'
import { FavouritesContext, parseFavourites, toggledFavourite } from '#features/models/index.ts'
import { useStoredSettings, useStoreSetting } from '#features/settings/index.ts'

/** Provides the user's stored favourites to every list of models. */
export function FavouriteModels({ children }: { children: ReactNode }) {
  const stored = useStoredSettings().data?.favouriteModels
  const store = useStoreSetting()
  const ids = parseFavourites(stored)
  const toggle = (id: number) =>
    store('favouriteModels', (now) => {
      const favourites = parseFavourites(now)
      // Not where the stored ones already are as the user wants them.
      return favourites.includes(id) === ids.includes(id)
        ? JSON.stringify(toggledFavourite(favourites, id))
        : undefined
    })
  return <FavouritesContext value={{ ids, toggle }}>{children}</FavouritesContext>
}
