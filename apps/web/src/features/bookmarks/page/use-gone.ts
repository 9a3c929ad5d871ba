// Which bookmarks lead to items that are deleted, or not shared with the person any more.
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiProblem, useApi, type Api } from '#lib/api.ts'
import type { Bookmark } from '../stored-bookmarks.ts'

const bookmarkKeys = {
  gone: (paths: readonly string[]) => ['bookmarks', 'gone', paths] as const,
  isGone: (path: string) => ['bookmarks', 'gone', path] as const,
}

/** The pages of one item, by the beginning of their path. */
const ITEM_CALLS = {
  projects: contract.projects.get,
  prompts: contract.prompts.get,
  datasources: contract.datasources.get,
  custinsts: contract.custinsts.get,
  goldensets: contract.goldensets.get,
  chatbots: contract.chatbots.get,
  users: contract.users.get,
} as const

/** A change of the list does not ask for all items again. */
const KNOWN_MS = 60_000

/** Questions to the server at a time: the list may have hundreds of bookmarks. */
const AT_A_TIME = 4

const NONE: ReadonlySet<string> = new Set()

/** Returns the addresses of the bookmarks whose item the person cannot open any more; empty until that is known. */
export function useGone(list: readonly Bookmark[]): ReadonlySet<string> {
  const api = useApi()
  const items = list.flatMap(({ uri }) => itemOf(uri) ?? [])
  const paths = [...new Set(items.map(({ path }) => path))].toSorted()
  const { data } = useQuery({
    queryKey: bookmarkKeys.gone(paths),
    enabled: paths.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ client, signal }) =>
      gonePaths(paths, (path) =>
        client.fetchQuery({
          queryKey: bookmarkKeys.isGone(path),
          staleTime: KNOWN_MS,
          queryFn: () => isGone(api, path, signal),
        }),
      ),
  })
  if (!data || data.length === 0) return NONE
  return new Set(list.flatMap(({ uri }) => (data.includes(itemOf(uri)?.path ?? '') ? [uri] : [])))
}

/** Asks for each item; a failure other than "not found" says nothing about it. */
async function gonePaths(
  paths: readonly string[],
  isGoneAt: (path: string) => Promise<boolean>,
): Promise<string[]> {
  const gone: string[] = []
  const left = [...paths]
  const ask = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift())
      if (await isGoneAt(path)) gone.push(path)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, ask))
  return gone
}

async function isGone(api: Api, path: string, signal: AbortSignal): Promise<boolean> {
  const item = itemOf(path)
  if (!item) return false
  try {
    await api.call(item.call, { params: { id: item.id } }, { signal })
    return false
  } catch (error) {
    if (error instanceof ApiProblem) return error.status === 404
    throw error
  }
}

/** Returns the item of an address: `/prompts/5?dialog=share` is about prompt 5. */
function itemOf(uri: string) {
  const [, noun = '', id] = /^\/([a-z]+)\/([1-9]\d{0,14})(?=[/?#]|$)/.exec(uri) ?? []
  if (id === undefined || !Object.hasOwn(ITEM_CALLS, noun)) return undefined
  return { path: `/${noun}/${id}`, id: Number(id), call: ITEM_CALLS[noun as 'prompts'] }
}
