// Names a new chat, or the default project, after its first prompt (PROJECT-9).
import type { Project, Tab } from '@polylogue/contract'
import { isProvisionalName } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { nameAfter } from '#features/projects/index.ts'
import { useUserId } from '#features/session/index.ts'
import { cachedMessages } from '../messages/index.ts'

/** Returns `name(prompt)`: call it before the prompt is sent to one of the tabs, and its result once the prompt is stored. */
export function useNameFromPrompt(
  project: Project | undefined,
  tabs: readonly Tab[],
): (prompt: string) => () => void {
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  return (prompt) => {
    const first = tabs.every(({ id }) => cachedMessages(cache, id).length === 0)
    const fits = project?.ownerId === userId && isProvisionalName(project.name) && first
    return () => {
      if (fits) void nameAfter({ api, cache }, project.id, prompt)
    }
  }
}
