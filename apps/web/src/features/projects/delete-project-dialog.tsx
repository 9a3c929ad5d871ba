import type { Project } from '@polylogue/contract'
import { useTranslation } from '../../lib/texts.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
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
  const remove = useRemoveProject()
  const name = project?.name ?? ''
  return (
    <DeleteDialog
      opened={opened}
      id={project?.id}
      remove={remove}
      words={{
        title: t('deleteTitle'),
        question: t('deleteQuestion', { name }),
        verb: t('delete'),
        deleted: t('deleted', { name }),
      }}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}
