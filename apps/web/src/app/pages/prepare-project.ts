// Preloads the project page's data into the cache with parallel requests, so that frame, tabs and conversation render
// together.
import type { QueryClient } from '@tanstack/react-query'
import { messagesQuery } from '#features/conversation/index.ts'
import { modelsQuery } from '#features/models/index.ts'
import { listedFirstTab, projectQuery } from '#features/projects/index.ts'
import { viewerQuery } from '#features/session/index.ts'
import { settingsQuery } from '#features/settings/index.ts'
import { tabsQuery } from '#features/tabs/index.ts'
import type { Api } from '#lib/api.ts'
import type { SessionStore } from '#lib/session.ts'

/**
 * Timeout in milliseconds: enough for two sequential requests on a slow network (tabs, then messages of a tab that was not
 * predicted). With a slower server the page renders its skeleton.
 */
const TIMEOUT = 500

interface Options {
  api: Api
  cache: QueryClient
  store: SessionStore
}

/**
 * Resolves when the project page's data is cached, or after the timeout; cached data of any age counts. `wanted` is the tab
 * in the address. Never rejects: the components retry failed requests.
 */
export async function prepareProject(
  { api, cache, store }: Options,
  id: number,
  wanted: string | null,
): Promise<void> {
  const userId = store.get()?.userId
  if (userId === undefined || !Number.isSafeInteger(id) || id < 1) return
  const messages = (tabId: number) => cache.ensureQueryData(messagesQuery(api, cache, tabId))
  const chat = async () => {
    // The address or the list entry predicts the tab before the tabs are loaded.
    const likely = Number(wanted ?? listedFirstTab(cache, id))
    const isForeseen =
      Number.isSafeInteger(likely) && likely > 0 && !cache.getQueryData(tabsQuery(api, id).queryKey)
    if (isForeseen) messages(likely).catch(() => undefined)
    const tabs = await tabsWith({ api, cache }, id, wanted)
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
  await Promise.race([replies, new Promise((resolve) => setTimeout(resolve, TIMEOUT))])
}

/** Returns the tabs of a project. A cached list without the wanted tab, which may be new, is read again. */
async function tabsWith({ api, cache }: Pick<Options, 'api' | 'cache'>, id: number, wanted: string | null) {
  const query = tabsQuery(api, id)
  const known = cache.getQueryData(query.queryKey)
  const isMissing = known && Number(wanted) > 0 && !known.some((tab) => String(tab.id) === wanted)
  return isMissing ? cache.fetchQuery({ ...query, staleTime: 0 }) : cache.ensureQueryData(query)
}
