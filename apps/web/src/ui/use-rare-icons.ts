import { lazyPart, useLazyPart } from '../lib/lazy-part.ts'

const rareIcons = lazyPart(async () => (await import('./rare-icons.ts')).rareIcons)

/** The icons that are not in the page's own code; undefined until they are there. */
export const useRareIcons = () => useLazyPart(rareIcons)
