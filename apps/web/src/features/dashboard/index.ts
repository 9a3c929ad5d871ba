import { lazyView } from '#lib/load-code.ts'

export { Dashboard } from './dashboard.tsx'
/** The tiles of the user's own profile. */
export const OwnTiles = lazyView(async () => (await import('./own-tiles.tsx')).OwnTiles)
