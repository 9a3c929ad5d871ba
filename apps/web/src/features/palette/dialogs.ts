import { lazyDialog } from '../../ui/lazy-dialog.tsx'

/** The name of the command palette in the address. */
export const PALETTE = 'palette'

export const PaletteDialog = lazyDialog(async () => (await import('./palette-dialog.tsx')).PaletteDialog)
