import type { Context } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { useRemoveGroup } from './api.ts'

interface DeleteGroupDialogProps {
  opened: boolean
  group: Context | null
  onClose: () => void
}

/** Shows which access the members lose, then deletes the group. */
export function DeleteGroupDialog({ opened, group, onClose }: DeleteGroupDialogProps) {
  const { t } = useTranslation('contexts')
  const remove = useRemoveGroup()
  const format = useFormat()
  const name = group?.displayName ?? ''
  const count = group?.numMembers ?? 0
  return (
    <DeleteDialog
      opened={opened}
      id={group?.id}
      remove={remove}
      words={{
        title: t('deleteTitle'),
        question: t('deleteQuestion', { name, count, number: format.number(count) }),
        verb: t('deleteGroup'),
        deleted: t('deleted', { name }),
        failed: (sentence) => t('notDeleted', { sentence }),
      }}
      onClose={onClose}
    />
  )
}
