// Code that only some answers need; each part loads with its first use.
import { lazyPart } from '../../lib/lazy-part.ts'

export const mathPart = lazyPart(async () => (await import('./math.ts')).mathPlugins)
export const highlightPart = lazyPart(async () => (await import('./highlight.ts')).highlight)
