import type { Project } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { ItemSharing } from '#features/sharing/index.ts'
import { CHAT_TYPE, inWordsOf, PROJECT_TYPE, useStoredProject, useUpdateProject } from '../api.ts'
import { projectKeys } from '../keys.ts'

interface ProjectSharingDialogProps {
  project: Project
  opened: boolean
  onClose: () => void
}

/** Edits the shares of a project. A shared chat becomes a project. */
export function ProjectSharingDialog({ project, ...dialog }: ProjectSharingDialogProps) {
  const { t } = useTranslation('projects')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync: update } = useUpdateProject(project)
  const { mutateAsync: stored } = useStoredProject()
  const chat = project.type === CHAT_TYPE
  return (
    <ItemSharing
      noun="projects"
      {...inWordsOf(project)}
      item={project}
      note={chat ? t('chatShared') : undefined}
      update={({ assocContexts, ifModified }) => {
        const shared = { assocContexts, ifModified }
        return update(chat && assocContexts.length > 0 ? { ...shared, type: PROJECT_TYPE } : shared)
      }}
      stored={async (id) => {
        const now = await stored(id)
        cache.setQueryData(projectKeys.one(id), now)
        return now
      }}
      lists={projectKeys.lists}
      onLeft={() => void navigate('/projects', { replace: true })}
      {...dialog}
    />
  )
}
