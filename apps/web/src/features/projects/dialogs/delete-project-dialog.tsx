import type { Project } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { useDeletion, useEndsChatbots } from '#features/items/index.ts'
import { inWordsOf, useRemoveProject } from '../api.ts'

interface DeleteProjectDialogProps {
  opened: boolean
  /** The project to delete; null for none. */
  project: Project | null
  onClose: () => void
  onDeleted?: () => void
}

/** Asks for confirmation, then deletes a project with its content. */
export function DeleteProjectDialog({ opened, project, onClose, onDeleted }: DeleteProjectDialogProps) {
  const { t } = useTranslation('projects')
  const remove = useRemoveProject()
  const name = project?.name ?? ''
  const words = project ? inWordsOf(project) : {}
  const withChatbots = useEndsChatbots(opened && project ? { projectId: project.id } : undefined)
  const { questionOf, undo } = useDeletion(project ? { name, contextId: project.context.id } : undefined)
  return (
    <DeleteDialog
      opened={opened}
      id={project?.id}
      remove={remove}
      words={{
        title: t('deleteTitle', words),
        question: withChatbots(questionOf(t('deleteQuestion', { name, ...words }))),
        verb: t('delete', words),
        deleted: t('deleted', { name }),
        undo,
      }}
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}
