import { useDialogs } from '#lib/dialogs.ts'
import { useFindInChat } from '#lib/find-in-chat.ts'
import { useTranslation } from '#lib/texts.ts'
import { MenuItem } from '#ui/menu.tsx'

/** Names of the dialogs in the address; they act on the visible tab. */
export const DOWNLOAD = 'download'
export const PRINT = 'print'

/** Menu items for the visible chat: find, download, print. */
export function DownloadChatMenuItems() {
  const { t } = useTranslation('conversation')
  const dialogs = useDialogs()
  const find = useFindInChat()
  return (
    <>
      <MenuItem icon="search" onSelect={find.show}>
        {t('find')}
      </MenuItem>
      <MenuItem icon="download" onSelect={() => dialogs.show(DOWNLOAD)}>
        {t('download')}
      </MenuItem>
      <MenuItem icon="printer" onSelect={() => dialogs.show(PRINT)}>
        {t('print')}
      </MenuItem>
    </>
  )
}
