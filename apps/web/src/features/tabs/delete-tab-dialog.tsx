import type { Tab } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { useEndsChatbots } from '#features/items/index.ts'
import { useMessageCount, useRemoveTab } from './api.ts'

/** Asks for confirmation, with the number of messages, then deletes a tab. */
export function DeleteTabDialog({
  tab,
  opened,
  onClose,
}: {
  tab: Tab
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('tabs')
  const remove = useRemoveTab(tab.projectId)
  const question = useQuestion(tab, opened)
  const withChatbots = useEndsChatbots(opened ? { projectId: tab.projectId, tabId: tab.id } : undefined)
  return (
    <DeleteDialog
      opened={opened}
      id={tab.id}
      remove={remove}
      words={{ title: t('deleteTitle'), question: withChatbots(question), verb: t('delete') }}
      onClose={onClose}
    />
  )
}

function useQuestion({ id, name }: Tab, asked: boolean): string {
  const { t } = useTranslation('tabs')
  const { data: messages } = useMessageCount(id, asked)
  if (!messages) return t('deleteQuestion', { name })
  if (messages.more) return t('deleteMany', { name, count: messages.count })
  return messages.count === 0
    ? t('deleteEmpty', { name })
    : t('deleteCounted', { name, count: messages.count })
}
