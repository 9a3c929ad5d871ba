// Lazy-loaded when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export const AddModelDialog = lazyDialog(async () => (await import('./add-model-dialog.tsx')).AddModelDialog)
