import { useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useRemoveAll } from '../api.ts'

/** Asks, and deletes all notifications thread by thread. */
export function DeleteAll({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('notifications')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const [count, setCount] = useState(0)
  const remove = useRemoveAll(setCount)
  const close = () => {
    remove.reset()
    setCount(0)
    onClose()
  }
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notices.show({ kind: 'done', title: t('deletedAll') })
        close()
      },
    })
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteAllTitle')}
      question={t('deleteAllQuestion')}
      verb={t('deleteAll')}
      busy={remove.isPending}
      failure={remove.error ? errorMessage(remove.error).sentence : undefined}
      onConfirm={confirm}
      onClose={close}
    >
      <p role="status">{count > 0 ? t('deleting', { count }) : ''}</p>
    </ConfirmDialog>
  )
}
