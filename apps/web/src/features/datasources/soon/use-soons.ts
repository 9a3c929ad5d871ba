import { contract } from '@polylogue/contract/browser'
import { QueryObserver, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { readDraft, writeDraft } from '#lib/drafts.ts'
import { perUser } from '#lib/per-page.ts'
import { isGone } from '#lib/problem.ts'
import { useStore } from '#lib/store.ts'
import { projectKeys } from '#features/projects/keys.ts'
import { useUserId } from '#features/session/index.ts'
import { tabKeys } from '#features/tabs/keys.ts'
import { datasourceQuery } from '../api.ts'
import { isReady } from '../ready.ts'
import { soonsKey } from './stored.ts'
import { createSoons, isOf, type Soon, type Soons, type SoonTarget } from './soon.ts'

/** Live events say when documents are read; this is for a page that misses one. */
const POLL_MS = 5_000

const soonsOf = perUser(createFor, (soons) => soons.end())

function createFor(cache: QueryClient, userId: number, api: Api): Soons {
  const key = soonsKey(userId)
  return createSoons({
    watch(id, on) {
      const observer = new QueryObserver(cache, {
        ...datasourceQuery(api, id),
        staleTime: 0,
        refetchInterval: POLL_MS,
      })
      return observer.subscribe(({ data, error }) => {
        if (isGone(error)) on.gone()
        else if (data && isReady(data)) on.ready()
      })
    },
    apply: (soon) => chooseSource(api, cache, soon),
    read: () => parsed(readDraft(key)),
    write: (soon) => writeDraft(key, soon.length === 0 ? '' : JSON.stringify(soon)),
  })
}

async function chooseSource(
  api: Api,
  cache: QueryClient,
  { datasourceId, projectId, tabId }: Soon,
): Promise<void> {
  const body = { defaultDatasourceId: datasourceId }
  if (tabId === undefined) {
    const { data } = await api.call(contract.projects.update, { params: { id: projectId }, body })
    cache.setQueryData(projectKeys.one(projectId), data.project)
  } else await api.call(contract.tabs.update, { params: { id: tabId }, body })
  await cache.invalidateQueries({ queryKey: tabKeys.of(projectId) })
}

function parsed(text: string): readonly Soon[] {
  try {
    return text === '' ? [] : (JSON.parse(text) as Soon[])
  } catch {
    return []
  }
}

/** Returns the data sources that tabs and projects use as soon as they are ready. */
export function useSoons(): Soons {
  const api = useApi()
  const cache = useQueryClient()
  return soonsOf(cache, useUserId(), api)
}

/** Returns what a tab, or the new tabs of a project, use soon. */
export function useSoonOf(target: SoonTarget): Soon | undefined {
  return useStore(useSoons(), (soons) => soons.find((soon) => isOf(soon, target)))
}
