import { loadCode } from '../../lib/load-code.ts'

export { DOWNLOAD, DownloadChatMenuItems, PRINT } from './menu-items.tsx'
export { DownloadDialog } from './dialogs.ts'

/** Loads the function that makes a self-contained HTML page. */
export const loadHtmlPage = () => loadCode(async () => (await import('./html-page.tsx')).htmlPage)
