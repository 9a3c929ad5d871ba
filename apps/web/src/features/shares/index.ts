import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** The share icon of a project's bar, and the same in a menu: not part of the first load of a chat. */
export const ShareLinkButton = lazyView(async () => (await import('./share-link-button.tsx')).ShareLinkButton)
export const ShareLinkItem = lazyView(async () => (await import('./share-link-button.tsx')).ShareLinkItem)

/** Makes and manages the share links of a chat or project. */
export const ShareLinkDialog = lazyDialog(
  async () => (await import('./manage/share-link-dialog.tsx')).ShareLinkDialog,
)
