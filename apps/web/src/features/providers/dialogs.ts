// Provider dialogs; each is lazy-loaded when first opened.
import { lazyDialog } from '#ui/lazy-dialog.tsx'

export const NewProviderDialog = lazyDialog(
  async () => (await import('./new-provider-dialog.tsx')).NewProviderDialog,
)
export const EditProviderDialog = lazyDialog(
  async () => (await import('./edit-provider-dialog.tsx')).EditProviderDialog,
)
export const DeleteProviderDialog = lazyDialog(
  async () => (await import('./delete-provider-dialog.tsx')).DeleteProviderDialog,
)
