import type { Project } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { ItemSharing } from '#features/sharing/index.ts'
import { CHAT_TYPE, inWordsOf, PROJECT_TYPE, useStoredProject, useUpdateProject } from '../api.ts'
import { projectKeys } from '../keys.ts'
import { ShareUsed } from './share-used.tsx'
import { useShareUsed, useUsedItems } from './used-items.ts'

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
  const used = useUsed(project)
  const chat = project.type === CHAT_TYPE
  return (
    <ItemSharing
      noun="projects"
      {...inWordsOf(project)}
      item={project}
      note={chat ? t('chatShared') : undefined}
      beside={(holders) => (
        <ShareUsed
          items={used.items}
          holders={holders.map(({ id }) => id)}
          checked={used.checked}
          onChange={used.setChecked}
        />
      )}
      update={async ({ assocContexts, ifModified }) => {
        const shared = { assocContexts, ifModified }
        await update(chat && assocContexts.length > 0 ? { ...shared, type: PROJECT_TYPE } : shared)
        used.share(assocContexts.map(({ contextId }) => contextId))
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

/** What the project uses, and whether it is to be shared with the project. A failure of it does not undo the shares of the project. */
function useUsed(project: Project) {
  const { t } = useTranslation('projects')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const items = useUsedItems(project)
  const [checked, setChecked] = useState(false)
  const { mutate } = useShareUsed()
  return {
    items,
    checked,
    setChecked,
    share(ids: readonly number[]) {
      if (!checked) return
      setChecked(false)
      const onError = (error: unknown) =>
        notices.show({ kind: 'failure', title: t('used.failed'), text: errorMessage(error).sentence })
      mutate({ items, ids }, { onError })
    },
  }
}
