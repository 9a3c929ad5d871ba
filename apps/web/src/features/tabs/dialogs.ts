// The dialogs of tabs: each is fetched when it is first opened.
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const EditTabDialog = lazyDialog(async () => (await import('./edit-tab-dialog.tsx')).EditTabDialog)
export const DeleteTabDialog = lazyDialog(
  async () => (await import('./delete-tab-dialog.tsx')).DeleteTabDialog,
)
