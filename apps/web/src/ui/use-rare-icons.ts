import { lazyPart, useLazyPart } from '../lib/lazy-part.ts'

const rareIcons = lazyPart(async () => (await import('./rare-icons.ts')).rareIcons)

/** Returns the icons outside the main bundle; undefined until they are loaded. */
export const useRareIcons = () => useLazyPart(rareIcons)
