import type { Project } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { projectKeys } from './keys.ts'
import { useTranslation } from '../../lib/texts.ts'
import { entriesOf, SharingDialog, type SharedItem, type SharingWays } from '../sharing/index.ts'
import { CHAT_TYPE, PROJECT_TYPE, useStoredProject, useUpdateProject } from './api.ts'

interface ProjectSharingDialogProps {
  project: Project
  opened: boolean
  onClose: () => void
}

/** With whom a project is shared. A chat that gets shared becomes a project. */
export function ProjectSharingDialog({ project, opened, onClose }: ProjectSharingDialogProps) {
  const { t } = useTranslation('projects')
  const chat = project.type === CHAT_TYPE
  return (
    <SharingDialog
      opened={opened}
      kind="project"
      item={asShared(project)}
      ways={useWays(project)}
      note={chat ? t('chatShared') : undefined}
      onClose={onClose}
    />
  )
}

function useWays(project: Project): SharingWays {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync: update } = useUpdateProject(project)
  const { mutateAsync: stored } = useStoredProject()
  const chat = project.type === CHAT_TYPE
  return {
    save: (holders, ifModified) =>
      update({
        assocContexts: entriesOf(holders),
        ...(chat && holders.length > 0 ? { type: PROJECT_TYPE } : {}),
        ifModified,
      }),
    stored: async () => {
      const now = await stored(project.id)
      cache.setQueryData(projectKeys.one(project.id), now)
      return asShared(now)
    },
    onLeft: () => {
      void cache.invalidateQueries({ queryKey: projectKeys.lists })
      void navigate('/projects', { replace: true })
    },
  }
}

const asShared = ({ name, description, context, ownerId, assocContexts, modified }: Project): SharedItem => ({
  name,
  description,
  contextId: context.id,
  ownerId,
  ownerContextId: context.ownerContextId,
  assocContexts,
  modified,
})
