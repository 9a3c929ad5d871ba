import type { ChatBot } from '@polylogue/contract'
import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuLink } from '#ui/menu.tsx'
import { useItemDialogs } from '#features/items/index.ts'
import { useUserId } from '#features/session/index.ts'
import { ManageItem } from '#features/sharing/index.ts'

/** What the user may do with a chatbot. */
export function ChatbotMenu({ bot }: { bot: ChatBot }) {
  const { t } = useTranslation('chatbots')
  const dialogs = useItemDialogs('chatbots')
  const isOwner = useUserId() === bot.ownerId
  const show = (dialog: string) => dialogs.show(dialog, bot.id)
  return (
    <Menu
      position="bottom-end"
      target={<IconButton icon="dots" label={t('actionsFor', { name: bot.name })} />}
    >
      <MenuItem icon="info-circle" onSelect={() => show('view')}>
        {t('view')}
      </MenuItem>
      <ManageItem noun="chatbots" item={bot}>
        <MenuItem icon="code" onSelect={() => show('code')}>
          {t('code.title')}
        </MenuItem>
        {canWrite(bot) && (
          <MenuLink icon="mail" to={`/chatbots/${bot.id}/inbox`}>
            {t('inbox.title')}
          </MenuLink>
        )}
        {isOwner && (
          <MenuItem icon="key" onSelect={() => show('renew')}>
            {t('renew.title')}
          </MenuItem>
        )}
      </ManageItem>
    </Menu>
  )
}
