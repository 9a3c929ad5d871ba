import type { Project } from '@polylogue/contract'
import { useTranslation } from 'react-i18next'
import { useNotices } from '../../lib/notices.ts'
import { useTell } from '../../lib/problem.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useRemoveProject } from './api.ts'

interface DeleteProjectDialogProps {
  opened: boolean
  /** What is to be deleted; null while nothing is. */
  project: Project | null
  onClose: () => void
  onDeleted?: () => void
}

/** Asks, then deletes a project with all that is in it. */
export function DeleteProjectDialog({ opened, project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const { t } = useTranslation('projects')
  const tell = useTell()
  const notices = useNotices()
  const remove = useRemoveProject()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!project) return
    remove.mutate(project.id, {
      onSuccess: () => {
        notices.show({ kind: 'done', title: t('deleted', { name: project.name }) })
        close()
        onDeleted?.()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      question={t('deleteQuestion', { name: project?.name ?? '' })}
      verb={t('delete')}
      busy={remove.isPending}
      failure={remove.error ? tell(remove.error).sentence : undefined}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
