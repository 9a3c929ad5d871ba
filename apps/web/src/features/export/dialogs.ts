import { lazyDialog } from '../../ui/lazy-dialog.tsx'

export const DownloadDialog = lazyDialog(async () => (await import('./saving-dialog.tsx')).DownloadDialog)
