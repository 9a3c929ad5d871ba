// Lists, makes, changes and ends share links.
import type { CallRequest, Message, Share, ShownFile, SomebodysShare } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'

/** Query keys of share links. */
const shareKeys = {
  all: ['shares'] as const,
  own: (of: { tabId?: number | undefined; project?: number | undefined }) => ['shares', 'own', of] as const,
  everybodys: ['shares', 'everybodys'] as const,
  files: (tabIds: readonly number[]) => ['shares', 'files', tabIds] as const,
}

const AT_ONCE = 500

/** Which of one's links: of a tab, of a project, or all. */
export interface SharesOf {
  tabId?: number | undefined
  project?: number | undefined
}

/** Collects the pages of a list. */
async function allPages<T>(page: (cursor: string | undefined) => Promise<{ of: T[]; next: string | null }>) {
  const all: T[] = []
  let cursor: string | undefined
  do {
    const { of, next } = await page(cursor)
    all.push(...of)
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return all
}

/** Returns one's own links, the newest first. */
export function useShares(of: SharesOf) {
  const api = useApi()
  return useQuery({
    queryKey: shareKeys.own(of),
    queryFn: ({ signal }) =>
      allPages<Share>(async (cursor) => {
        const query = { limit: AT_ONCE, cursor, ...of }
        const { data, meta } = await api.call(contract.shares.list, { query }, { signal })
        return { of: data.Shares, next: meta.nextCursor }
      }),
  })
}

/** Returns everybody's links, without what they show. */
export function useEverybodysShares() {
  const api = useApi()
  return useQuery({
    queryKey: shareKeys.everybodys,
    queryFn: ({ signal }) =>
      allPages<SomebodysShare>(async (cursor) => {
        const query = { limit: AT_ONCE, cursor }
        const { data, meta } = await api.call(contract.shares.all, { query }, { signal })
        return { of: data.Shares, next: meta.nextCursor }
      }),
  })
}

type Values = CallRequest<typeof contract.shares.create>['body']
type Change = CallRequest<typeof contract.shares.update>['body']

/** Makes a link; its address is in the result only. */
export function useCreateShare() {
  const api = useApi()
  return useChange(async (body: Values) => (await api.call(contract.shares.create, { body })).data.share)
}

/** Changes a link; a new address is in the result only. */
export function useUpdateShare() {
  const api = useApi()
  return useChange(
    async ({ id, ...body }: Change & { id: number }) =>
      (await api.call(contract.shares.update, { params: { id }, body })).data.share,
  )
}

/** Ends a link. */
export function useEndShare() {
  const api = useApi()
  return useChange(async (id: number) => {
    await api.call(contract.shares.remove, { params: { id } })
  })
}

/** Ends all of one's links, or those of a project. */
export function useEndShares() {
  const api = useApi()
  return useChange(
    async (project: number | undefined) =>
      (await api.call(contract.shares.removeAll, { query: { project } })).data.ended,
  )
}

function useChange<V, R>(change: (values: V) => Promise<R>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: shareKeys.all }),
  })
}

/** A file of a chat that a link can show. */
export interface ChatFile extends ShownFile {
  name: string
  size: number
}

/** Returns the files of the messages of some tabs, the newest first, once `wanted`. */
export function useChatFiles(tabIds: readonly number[], wanted: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: shareKeys.files(tabIds),
    enabled: wanted,
    queryFn: async ({ signal }) => {
      const ofTab = (id: number) =>
        allPages<Message>(async (cursor) => {
          const request = { params: { id }, query: { limit: AT_ONCE, cursor } }
          const { data, meta } = await api.call(contract.queries.list, request, { signal })
          return { of: data.Queries, next: meta.nextCursor }
        })
      const messages = (await Promise.all(tabIds.map(ofTab))).flat()
      return filesOf(messages)
    },
  })
}

const filesOf = (messages: readonly Message[]): ChatFile[] =>
  messages
    .toSorted((one, other) => other.id - one.id)
    .flatMap(({ id, attachments }) =>
      attachments.map(({ name, size }, index) => ({ queryId: id, index, name, size })),
    )
