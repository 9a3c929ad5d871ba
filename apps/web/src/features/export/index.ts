import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { DOWNLOAD, DownloadChatMenuItems, PRINT } from './menu-items.tsx'

export const DownloadDialog = lazyDialog(async () => (await import('./saving-dialog.tsx')).DownloadDialog)
