import { useDialogs } from '../../lib/dialogs.ts'
import { useFindInChat } from '../../lib/find-in-chat.ts'
import { useTranslation } from '../../lib/texts.ts'
import { MenuItem } from '../../ui/menu.tsx'

/** The names of the dialogs in the address; they are about the tab that is shown. */
export const DOWNLOAD = 'download'
export const PRINT = 'print'

/** Entries of a menu for the chat that is shown: find in it, download it, print it. */
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
