// A project that the page begins with: what the head of the page has asked for is put into the cache before anything is drawn.
// Then all of it is drawn at once, and not the frame first, then the tabs, then the conversation.
import type { QueryClient } from '@tanstack/react-query'
import { messagesQuery } from '../../features/conversation/index.ts'
import { modelsQuery } from '../../features/models/index.ts'
import { projectQuery } from '../../features/projects/index.ts'
import { viewerQuery } from '../../features/session/index.ts'
import { settingsQuery } from '../../features/settings/index.ts'
import { tabsQuery } from '../../features/tabs/index.ts'
import type { Api } from '../../lib/api.ts'
import { isAskedEarly } from '../../lib/early.ts'
import type { SessionStore } from '../../lib/session.ts'

/** Milliseconds that are waited for replies: a slower server has its skeleton drawn. */
const PATIENCE = 300

/**
 * Resolves once what the project's page shows first is in the cache, or soon after; at once when the page began elsewhere.
 * Never rejects: what failed is asked for again by whoever shows it.
 */
export async function prepareProject(api: Api, cache: QueryClient, store: SessionStore): Promise<void> {
  const userId = store.get()?.userId
  const id = Number(/^\/projects\/(\d+)$/.exec(location.pathname)?.[1])
  if (userId === undefined || !isAskedEarly(`/api/v1/projects/${id}`)) return
  const wanted = new URLSearchParams(location.search).get('tab')
  const chat = async () => {
    const tabs = await cache.fetchQuery(tabsQuery(api, id))
    const chosen = tabs.find((tab) => String(tab.id) === wanted) ?? tabs[0]
    if (chosen) await cache.prefetchQuery(messagesQuery(api, cache, chosen.id))
  }
  const replies = Promise.allSettled([
    cache.prefetchQuery(projectQuery(api, id)),
    chat(),
    cache.prefetchQuery(viewerQuery(api, userId)),
    cache.prefetchQuery(settingsQuery(api, userId)),
    cache.prefetchQuery(modelsQuery(api)),
  ])
  await Promise.race([replies, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}
