// Names a new chat, or the default project, after its first prompt (chat specification, section 7).
import type { Project, Tab } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { DEFAULT_NAME, isProvisionalName, useUpdateProject } from '../../projects/index.ts'
import { useUserId } from '../../session/index.ts'
import { useStoredSettings } from '../../settings/index.ts'
import { cachedMessages } from '../messages/index.ts'
import { summaryOf } from './composer-words.ts'

const NOWHERE = { id: 0, modified: '' }

/**
 * Returns `name(prompt)`: call it before the prompt is sent to one of the tabs, and its result once the prompt is stored. A
 * failed rename is ignored: the project keeps its name.
 */
export function useNameFromPrompt(
  project: Project | undefined,
  tabs: readonly Tab[],
): (prompt: string) => () => void {
  const cache = useQueryClient()
  const userId = useUserId()
  const { data: settings } = useStoredSettings()
  const update = useUpdateProject(project ?? NOWHERE)
  const stored = settings?.defaultProject
  const isDefault = stored === undefined || stored === '' || stored === String(project?.id)
  const isUnnamed =
    project !== undefined && (isProvisionalName(project.name) || (project.name === DEFAULT_NAME && isDefault))
  return (prompt) => {
    const first = tabs.every(({ id }) => cachedMessages(cache, id).length === 0)
    const name = summaryOf(prompt)
    const fits = isUnnamed && project?.ownerId === userId && first && name !== ''
    return () => {
      if (fits) update.mutate({ name, autoNamed: true })
    }
  }
}
