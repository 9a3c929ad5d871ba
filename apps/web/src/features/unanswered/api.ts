// Fetches, caches and changes the questions that found nothing.
import type { UnansweredQuestion } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { datasourceKeys } from '#features/datasources/keys.ts'
import { useItemChange } from '#features/items/index.ts'

/** Sends a change, then refetches what may differ. */
const useChange = <Body>(id: number, send: (api: Api, sent: Body) => Promise<void>) =>
  useItemChange(send, [datasourceKeys.unanswered(id), datasourceKeys.told(id)])

export interface Unanswered {
  questions: readonly UnansweredQuestion[]
  /** Number of questions of the last days that found nothing. */
  misses: number
}

/** Returns the questions that people reported to have found nothing. */
export function useUnanswered(id: number) {
  const api = useApi()
  return useQuery<Unanswered>({
    queryKey: datasourceKeys.unanswered(id),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.unanswered.list, { params: { id } }, { signal })
      return {
        questions: data.UnansweredQuestions,
        misses: data.misses.reduce((sum, { count }) => sum + count, 0),
      }
    },
  })
}

/** Marks a question as answered, by a document or otherwise; those who reported it are told. */
export const useSolve = (id: number) =>
  useChange(id, async (api, { questionId, mediaId }: { questionId: number; mediaId: number | null }) => {
    await api.call(contract.unanswered.solve, { params: { id, questionId }, body: { mediaId } })
  })

/** Discards a question; nobody is told. */
export const useDismiss = (id: number) =>
  useChange(id, async (api, questionId: number) => {
    await api.call(contract.unanswered.dismiss, { params: { id, questionId } })
  })

/** Tells the people who keep a data source a question of one's own. */
export const useReport = (id: number) =>
  useChange(id, async (api, messageId: number) => {
    await api.call(contract.unanswered.report, { params: { id }, body: { messageId } })
  })

/** Returns the messages whose questions the user has reported to those people. */
export function useTold(id: number) {
  const api = useApi()
  return useQuery<number[]>({
    queryKey: datasourceKeys.told(id),
    queryFn: async ({ signal }) =>
      (await api.call(contract.unanswered.own, { params: { id } }, { signal })).data.messageIds,
  })
}

/** Takes back a question that the user has reported. */
export const useWithdraw = (id: number) =>
  useChange(id, async (api, messageId: number) => {
    await api.call(contract.unanswered.withdraw, { params: { id, messageId } })
  })
