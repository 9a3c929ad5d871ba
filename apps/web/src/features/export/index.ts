import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { DOWNLOAD, DownloadChatMenuItems, PRINT } from './menu-items.tsx'

// Pure, so that the page of a share link can leave the dialog out.
export const DownloadDialog = /* @__PURE__ */ lazyDialog(
  async () => (await import('./saving-dialog.tsx')).DownloadDialog,
)

/** The writers of files, for whoever has a chat of another origin; each loads when it is called. */
export const chatWriters = {
  csv: async () => (await import('./csv-file.ts')).csvFile,
  html: async () => (await import('./html-file.tsx')).htmlFile,
  png: async () => (await import('./png-file.tsx')).pngFile,
  txt: async () => (await import('./txt-file.ts')).txtFile,
  pictures: async () => (await import('./attached-pictures.ts')).attachedPictures,
  paper: async () => (await import('./chat-paper.ts')).chatPaper,
}
export type { Chat } from './chat.ts'
