import type { Context } from '@polylogue/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRemoveGroup } from './api.ts'

interface DeleteGroupDialogProps {
  opened: boolean
  group: Context | null
  onClose: () => void
}

/** Says what its members lose, then deletes a group. */
export function DeleteGroupDialog({ opened, group, onClose }: DeleteGroupDialogProps) {
  const { t } = useTranslation('contexts')
  const tell = useTell()
  const notices = useNotices()
  const format = useFormat()
  const remove = useRemoveGroup()
  const name = group?.displayName ?? ''
  const count = group?.numMembers ?? 0
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!group) return
    remove.mutate(group.id, {
      onSuccess: () => {
        notices.show({ kind: 'done', title: t('deleted', { name }) })
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      question={t('deleteQuestion', { name, count, number: format.number(count) })}
      verb={t('deleteGroup')}
      busy={remove.isPending}
      failure={remove.error ? tell(remove.error).sentence : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
