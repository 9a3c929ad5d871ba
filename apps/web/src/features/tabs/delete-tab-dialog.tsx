import type { Tab } from '@polylogue/contract'
import { useTranslation } from 'react-i18next'
import { useTell } from '../../lib/problem.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRemoveTab } from './api.ts'

/** Asks, then deletes a tab with its messages. */
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
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      question={t('deleteQuestion', { name: tab.name })}
      verb={t('delete')}
      busy={remove.isPending}
      failure={remove.error ? tell(remove.error).sentence : undefined}
      onConfirm={() => remove.mutate(tab.id, { onSuccess: close })}
      onClose={close}
    />
  )
}
