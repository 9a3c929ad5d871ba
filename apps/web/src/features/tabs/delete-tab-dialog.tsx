import type { Tab } from '@polylogue/contract'
import { useTranslation } from 'react-i18next'
import { useTell } from '../../lib/problem.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useMessageCount, useRemoveTab } from './api.ts'

/** Asks, then deletes a tab with its messages; says how many they are. */
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
  const tell = useTell()
  const remove = useRemoveTab(tab.projectId)
  const question = useQuestion(tab, opened)
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      question={question}
      verb={t('delete')}
      busy={remove.isPending}
      failure={remove.error ? tell(remove.error).sentence : undefined}
      onConfirm={() => remove.mutate(tab.id, { onSuccess: close })}
      onClose={close}
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
