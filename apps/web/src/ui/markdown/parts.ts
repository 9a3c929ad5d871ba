// Code that only some answers need; each part loads with its first use.
import { lazyPart } from '#lib/lazy-part.ts'

export const cjkPart = lazyPart(async () => (await import('./cjk.ts')).cjkCode)
export const copyPart = lazyPart(async () => (await import('./copy-selection.ts')).copySelection)
export const fencesPart = lazyPart(async () => (await import('./nested-fences.ts')).separateFences)
export const mathPart = lazyPart(async () => (await import('./math.ts')).mathCode)
export const highlightPart = lazyPart(async () => (await import('./highlight.ts')).highlight)
