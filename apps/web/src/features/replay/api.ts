// Replays: earlier prompts of a tab asked again in a new one (REPLAY-1).
import type { Message, Replay, Tab } from '@polylogue/contract'
import { contract, REPLAY_LIMITS } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { messageKeys } from '#features/conversation/keys.ts'
import { replayKeys } from './keys.ts'
import { useTranslation } from '#lib/texts.ts'
import { useShown } from '#features/conversation/index.ts'
import { mayHaveReplay } from './may-have-replay.ts'

/** Maximum number of a tab's prompts in a replay. */
export const MAX = REPLAY_LIMITS.messages
const PAGE = 100
const LOOK_AGAIN_MS = 2_000

/** Returns the questions of a tab in order, in their shown versions; at most the newest 500. */
export function usePrompts(tabId: number, needed: boolean) {
  const api = useApi()
  const shown = useShown()
  return useQuery({
    queryKey: [...messageKeys.of(tabId), 'prompts'],
    enabled: needed,
    queryFn: async ({ signal }) => {
      const messages: Message[] = []
      let cursor: string | null | undefined
      do {
        const query = { limit: PAGE, ...(cursor ? { cursor } : {}) }
        const { data, meta } = await api.call(
          contract.queries.list,
          { params: { id: tabId }, query },
          { signal },
        )
        messages.unshift(...data.Queries)
        cursor = meta.nextCursor
      } while (cursor && messages.length < MAX)
      return messages
    },
    select: (messages) => shownVersions(messages, shown.known(tabId) ?? []).slice(-MAX),
  })
}

/** Returns one version per turn, in order: the shown one, or the newest. */
export function shownVersions(messages: readonly Message[], shownIds: readonly number[]): Message[] {
  const turns = new Map<number, Message>()
  for (const message of messages.toSorted((one, other) => one.id - other.id))
    if (!shownIds.includes(turns.get(message.turnId)?.id ?? 0)) turns.set(message.turnId, message)
  return [...turns.values()].toSorted((one, other) => one.turnId - other.turnId)
}

interface ReplayInput {
  tabId: number
  modelTagId: number
  promptIds: number[]
  savedPrompts: { promptId: number; prompt: string }[]
  tabName: string
}

/** Starts a replay; resolves with the new tab. */
export function useReplay() {
  const api = useApi()
  const cache = useQueryClient()
  const { i18n } = useTranslation()
  return useMutation({
    mutationFn: async (wanted: ReplayInput) =>
      (await api.call(contract.replays.create, { body: { ...wanted, language: i18n.language } })).data,
    onSuccess: ({ projecttab, replay }) => cache.setQueryData(replayKeys.of(projecttab.id), replay),
  })
}

/**
 * Returns the progress of the replay into a tab, or null; polls while it runs. Without cached state it queries only young
 * tabs, because most tabs have no replay.
 */
export function useReplayState({ id: tabId, created }: Pick<Tab, 'id' | 'created'>) {
  const api = useApi()
  const cache = useQueryClient()
  return useQuery({
    queryKey: replayKeys.of(tabId),
    enabled: () => mayHaveReplay(cache, { id: tabId, created }),
    queryFn: async ({ signal }): Promise<Replay | null> => {
      const before = cache.getQueryData<Replay | null>(replayKeys.of(tabId))
      const request = { params: { id: tabId } }
      const { replay } = (await api.call(contract.replays.get, request, { signal })).data
      // Refetches the messages, because the list does not have the next question yet.
      if (before && (before.queryId !== replay?.queryId || before.done !== replay.done))
        void cache.invalidateQueries({ queryKey: messageKeys.of(tabId), exact: true })
      return replay
    },
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_AGAIN_MS : false),
  })
}

/** Cancels a replay: stops its running answer and skips the remaining prompts. */
export function useCancelReplay(tabId: number) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api.call(contract.replays.cancel, { params: { id: tabId } })).data.replay,
    onSuccess: (replay) => cache.setQueryData(replayKeys.of(tabId), replay),
    onSettled: () => cache.invalidateQueries({ queryKey: messageKeys.of(tabId), exact: true }),
  })
}
