export type { Entry } from './entries.ts'
export { PALETTE } from './name.ts'
export type { PaletteEntries, PaletteSource } from './source.ts'
export { collectTyped } from './typed-ahead.ts'
