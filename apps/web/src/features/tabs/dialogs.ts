// The dialogs of tabs, by their names in the address; each loads its code when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Dialogs of the tab menu. The replay, the download and the export to a chatbot are other features. */
export type TabDialog =
  | 'edit-tab'
  | 'copy-tab'
  | 'move-tab'
  | 'delete-tab'
  | 'replay'
  | 'download'
  | 'export-tab'

export const EditTabDialog = lazyDialog(async () => (await import('./edit-tab-dialog.tsx')).EditTabDialog)
export const CopyTabDialog = lazyDialog(async () => (await import('./copy-tab-dialog.tsx')).CopyTabDialog)
export const MoveTabDialog = lazyDialog(async () => (await import('./move-tab-dialog.tsx')).MoveTabDialog)
export const DeleteTabDialog = lazyDialog(
  async () => (await import('./delete-tab-dialog.tsx')).DeleteTabDialog,
)
