import type { ChatBot } from '@polylogue/contract'
import { canAdminister, canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { DeleteItem, useDialogItem, useItemDialogs } from '#features/items/index.ts'
import { useUserId } from '#features/session/index.ts'
import { ItemSharing } from '#features/sharing/index.ts'
import { useChatbot, useRemoveChatbot, useStoredChatbot, useUpdateChatbot } from '../api.ts'
import { chatbotKeys } from '../keys.ts'
import { CodeDialog } from './code-dialog.tsx'
import { MissingDialog } from './missing-dialog.tsx'
import { NewChatbotDialog } from './new-dialog.tsx'
import { RenewDialog } from './renew-dialog.tsx'
import { ViewDialog } from './view-dialog.tsx'

const EditorDialog = lazyDialog(async () => (await import('../editor/editor-dialog.tsx')).EditorDialog)

/** The dialog that the address names; says so when its chatbot cannot be loaded. */
export function ChatbotDialogs() {
  const dialogs = useItemDialogs('chatbots')
  const { id, isOpen } = dialogs
  const isAny = ['view', 'edit', 'code', 'renew', 'share', 'remove'].some(isOpen)
  const { data, error } = useChatbot(isAny ? id : null)
  const { item: bot, close } = useDialogItem('chatbots', data)
  return (
    <>
      <NewChatbotDialog opened={isOpen('create')} onClose={close} />
      {bot && <OneChatbot bot={bot} isThere={data !== undefined} onClose={close} />}
      <MissingDialog opened={isAny && data === undefined && error !== null} error={error} onClose={close} />
    </>
  )
}

interface OneChatbotProps {
  bot: ChatBot
  /** False while it closes, and when it is gone. */
  isThere: boolean
  onClose: () => void
}

function OneChatbot({ bot, isThere, onClose }: OneChatbotProps) {
  const { t } = useTranslation('chatbots')
  const { id, isOpen } = useItemDialogs('chatbots')
  const remove = useRemoveChatbot()
  const { mutateAsync: update } = useUpdateChatbot()
  const { mutateAsync: stored } = useStoredChatbot()
  const isOwner = useUserId() === bot.ownerId
  const isKept = (dialog: string) => bot.id === id && isOpen(dialog)
  const isAbout = (dialog: string) => isThere && isOpen(dialog)
  return (
    <>
      <ViewDialog key={`view-${bot.id}`} bot={bot} opened={isKept('view')} onClose={onClose} />
      <EditorDialog
        key={`edit-${bot.id}`}
        bot={bot}
        opened={isKept('edit') && canWrite(bot)}
        onClose={onClose}
      />
      <CodeDialog bot={bot} opened={isAbout('code')} onClose={onClose} />
      <RenewDialog bot={bot} opened={isAbout('renew') && isOwner} onClose={onClose} />
      <ItemSharing
        noun="chatbots"
        item={bot}
        opened={isAbout('share')}
        update={update}
        stored={stored}
        lists={chatbotKeys.all}
        note={t('shareNote')}
        onClose={onClose}
      />
      <DeleteItem
        noun="chatbots"
        item={bot}
        question={t('deleteQuestion', { name: bot.name })}
        opened={isAbout('remove') && canAdminister(bot)}
        remove={remove}
        onClose={onClose}
      />
    </>
  )
}
