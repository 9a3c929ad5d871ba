// Dialogs of the tags of a model; each is lazy-loaded when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export type { TagAct } from './confirm-tag-dialog.tsx'

export const TagsDialog = lazyDialog(async () => (await import('./tags-dialog.tsx')).TagsDialog)
export const SetTagDialog = lazyDialog(async () => (await import('./set-tag-dialog.tsx')).SetTagDialog)
export const ConfirmTagDialog = lazyDialog(
  async () => (await import('./confirm-tag-dialog.tsx')).ConfirmTagDialog,
)
