// What the project's page shows first is put into the cache before anything of it is drawn: asked for at once and side by side,
// and drawn at once, not the frame first, then the tabs, then the conversation.
import type { QueryClient } from '@tanstack/react-query'
import { messagesQuery } from '../../features/conversation/index.ts'
import { modelsQuery } from '../../features/models/index.ts'
import { listedFirstTab, projectQuery } from '../../features/projects/index.ts'
import { viewerQuery } from '../../features/session/index.ts'
import { settingsQuery } from '../../features/settings/index.ts'
import { tabsQuery } from '../../features/tabs/index.ts'
import type { Api } from '../../lib/api.ts'
import type { SessionStore } from '../../lib/session.ts'

/**
 * Milliseconds that are waited for replies: long enough for two in turn on a slow network, tabs and then messages of one that was
 * not foreseen. A slower server has its skeleton drawn.
 */
const PATIENCE = 500

interface Given {
  api: Api
  cache: QueryClient
  store: SessionStore
}

/**
 * Resolves once what a project's page shows first is in the cache, or soon after; what is there already is not waited for, however
 * old it is. `wanted` is the address's tab. Never rejects: what failed is asked for again by whoever shows it.
 */
export async function prepareProject(
  { api, cache, store }: Given,
  id: number,
  wanted: string | null,
): Promise<void> {
  const userId = store.get()?.userId
  if (userId === undefined || !Number.isSafeInteger(id) || id < 1) return
  const messages = (tabId: number) => cache.ensureQueryData(messagesQuery(api, cache, tabId))
  const chat = async () => {
    // Which tab it will be is told by the address, or by the list that was chosen from, before the tabs are there.
    const likely = Number(wanted ?? listedFirstTab(cache, id))
    const isForeseen =
      Number.isSafeInteger(likely) && likely > 0 && !cache.getQueryData(tabsQuery(api, id).queryKey)
    if (isForeseen) messages(likely).catch(() => undefined)
    const tabs = await cache.ensureQueryData(tabsQuery(api, id))
    const chosen = tabs.find((tab) => String(tab.id) === wanted) ?? tabs[0]
    if (chosen) await messages(chosen.id)
  }
  const replies = Promise.allSettled([
    cache.ensureQueryData(projectQuery(api, id)),
    chat(),
    cache.ensureQueryData(viewerQuery(api, userId)),
    cache.ensureQueryData(settingsQuery(api, userId)),
    cache.ensureQueryData(modelsQuery(api)),
  ])
  await Promise.race([replies, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}
