import { lazyDialog } from '#ui/lazy-dialog.tsx'

export { ShareLinkButton, ShareLinkItem, SHARE_LINK, useCanShareLink } from './share-link-button.tsx'

/** Makes and manages the share links of a chat or project. */
export const ShareLinkDialog = lazyDialog(
  async () => (await import('./manage/share-link-dialog.tsx')).ShareLinkDialog,
)
