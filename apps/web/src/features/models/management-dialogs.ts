// Dialogs of model management; each is lazy-loaded when first opened.
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const TagsDialog = lazyDialog(async () => (await import('./tags-dialog.tsx')).TagsDialog)
export const AddModelDialog = lazyDialog(async () => (await import('./add-model-dialog.tsx')).AddModelDialog)
export const SetTagDialog = lazyDialog(async () => (await import('./set-tag-dialog.tsx')).SetTagDialog)
export const ConfirmTagDialog = lazyDialog(
  async () => (await import('./confirm-tag-dialog.tsx')).ConfirmTagDialog,
)
