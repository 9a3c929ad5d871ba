export { PALETTE, PaletteDialog } from './dialogs.ts'
export { collectTyped } from './typed-ahead.ts'
