import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the dialog in the address. */
export const IMPORT = 'import'

export const ImportDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).ImportDialog)
