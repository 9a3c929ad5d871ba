import type { Project } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../../lib/texts.ts'
import { ItemSharingDialog } from '../../sharing/index.ts'
import { CHAT_TYPE, PROJECT_TYPE, useStoredProject, useUpdateProject } from '../api.ts'
import { projectKeys } from '../keys.ts'

interface ProjectSharingDialogProps {
  project: Project
  opened: boolean
  onClose: () => void
}

/** Edits the shares of a project. A shared chat becomes a project. */
export function ProjectSharingDialog({ project, opened, onClose }: ProjectSharingDialogProps) {
  const sharing = useProjectSharing(project)
  return <ItemSharingDialog opened={opened} item={project} sharing={sharing} onClose={onClose} />
}

function useProjectSharing(project: Project) {
  const { t } = useTranslation(['sharing', 'projects'])
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync: update } = useUpdateProject(project)
  const { mutateAsync: stored } = useStoredProject()
  const { id, name, type } = project
  const chat = type === CHAT_TYPE
  return {
    words: {
      leave: t('kinds.project.leave'),
      question: t('kinds.project.leaveQuestion', { name }),
      left: t('kinds.project.left', { name }),
      cannotLeave: t('kinds.project.cannotLeave'),
    },
    note: chat ? t('projects:chatShared') : undefined,
    update: (change: { assocContexts: Project['assocContexts']; ifModified: string }) =>
      update(chat && change.assocContexts.length > 0 ? { ...change, type: PROJECT_TYPE } : change),
    stored: async () => {
      const now = await stored(id)
      cache.setQueryData(projectKeys.one(id), now)
      return now
    },
    onLeft: () => {
      void cache.invalidateQueries({ queryKey: projectKeys.lists })
      void navigate('/projects', { replace: true })
    },
  }
}
