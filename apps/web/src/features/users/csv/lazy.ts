// The import of users; lazy-loaded when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Name of the dialog in the URL. */
export const IMPORT_USERS = 'import-users'

export const ImportDialog = lazyDialog(async () => (await import('./import-dialog.tsx')).ImportDialog)
