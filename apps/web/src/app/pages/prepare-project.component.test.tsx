// Which lists an address of a project reads before its page is shown.
import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { onTestFinished, expect, test, vi } from 'vitest'
import { tabsQuery } from '#features/tabs/index.ts'
import { createApi } from '#lib/api.ts'
import { createQueryClient } from '#lib/query.ts'
import { createSessionStore } from '#lib/session.ts'
import { serverOf } from '#test/server.ts'
import { USER_ID } from '#test/user.ts'
import { prepareProject } from './prepare-project.ts'

const tabOf = (id: number) => ({ id, name: `Tab ${id}` }) as Tab

/** Prepares the page of a project whose tab 1 is cached and that has tab 2 by now; returns how often its tabs were read. */
async function readsOf(wanted: string | null): Promise<number> {
  const server = serverOf().answer(contract.tabs.list, { Projecttabs: [tabOf(1), tabOf(2)] })
  vi.stubGlobal('fetch', server.fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  const store = createSessionStore(localStorage, window)
  store.set({ userId: USER_ID, access: 'a', refresh: 'r', expires: Number.MAX_SAFE_INTEGER })
  const cache = createQueryClient()
  const api = createApi({ store })
  cache.setQueryData(tabsQuery(api, 5).queryKey, [tabOf(1)])
  await prepareProject({ api, cache, store }, 5, wanted)
  const known = cache.getQueryData(tabsQuery(api, 5).queryKey)?.length
  const reads = server.sentTo(contract.tabs.list).length
  cache.clear()
  expect(known).toBe(1 + reads)
  return reads
}

test('a tab that the cached list lacks is looked for before another one stands in its place', async () => {
  expect(await readsOf('2')).toBe(1)
})

test.each(['1', null, 'overview', 'x'])('the cached list is enough for %s', async (wanted) => {
  expect(await readsOf(wanted)).toBe(0)
})
