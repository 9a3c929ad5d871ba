export type { Entry } from './entries.ts'
export { useItemsInPalette } from './item-entries.ts'
export type { PaletteEntries, PaletteSource } from './source.ts'
export { collectTyped } from './typed-ahead.ts'

/** Name of the command palette in the address. */
export const PALETTE = 'palette'
