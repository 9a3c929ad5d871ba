import { useTranslation } from '#lib/texts.ts'
import { MenuItem } from '#ui/menu.tsx'
import { useStore } from '#lib/store.ts'
import { usePermission } from '#features/session/index.ts'
import { useOpened } from './opened.ts'

/** Opens and closes the installation's own chatbot; hidden without the permission to chat. */
export function AssistantItem() {
  const { t } = useTranslation('chatbots')
  const store = useOpened()
  const { isOpen } = useStore(store)
  if (usePermission('can_use_chat') !== true) return null
  return (
    <MenuItem
      icon="message-chatbot"
      onSelect={() => store.update((now) => ({ ...now, isOpen: !now.isOpen }))}
    >
      {t(isOpen ? 'assistant.close' : 'assistant.open')}
    </MenuItem>
  )
}
