export { DOWNLOAD, DownloadChatMenuItems, PRINT } from './menu-items.tsx'
export { DownloadDialog } from './dialogs.ts'
