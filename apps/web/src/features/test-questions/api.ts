// Fetches, caches and changes test questions and their runs.
import type { TestQuestion, TestRun } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useItemChange } from '#features/items/index.ts'
import { datasourceKeys } from '#features/datasources/keys.ts'

/** Poll interval of a run that is going on: the fallback when the live stream is disconnected. */
const LOOK_MS = 2_000

export interface Expected {
  mediaId: number
  quote: string
}

/** Returns the test questions of a data source with their ranks. */
export function useTestQuestions(id: number, enabled = true) {
  const api = useApi()
  return useQuery<TestQuestion[]>({
    queryKey: datasourceKeys.questions(id),
    enabled,
    queryFn: async ({ signal }) =>
      (await api.call(contract.testQuestions.list, { params: { id } }, { signal })).data.TestQuestions,
  })
}

/** Returns the runs, the newest first. */
export function useTestRuns(id: number) {
  const api = useApi()
  return useQuery<TestRun[]>({
    queryKey: datasourceKeys.runs(id),
    refetchInterval: ({ state }) => (state.data?.[0]?.state === 'running' ? LOOK_MS : false),
    queryFn: async ({ signal }) =>
      (await api.call(contract.testQuestions.runs, { params: { id } }, { signal })).data.TestRuns,
  })
}

/** Sends a change, then refetches what may differ. */
const useChange = <Body, Reply>(id: number, send: (api: Api, sent: Body) => Promise<Reply>) =>
  useItemChange(send, [
    datasourceKeys.questions(id),
    datasourceKeys.runs(id),
    datasourceKeys.unanswered(id),
    datasourceKeys.told(id),
  ])

interface NewQuestion {
  q: string
  expected: Expected | null
}

export const useAddQuestion = (id: number) =>
  useChange(
    id,
    async (api, body: NewQuestion) =>
      (await api.call(contract.testQuestions.create, { params: { id }, body })).data.TestQuestion,
  )

/** Changes the passed fields. */
export const useUpdateQuestion = (id: number) =>
  useChange(
    id,
    async (api, { questionId, ...body }: Partial<NewQuestion> & { questionId: number }) =>
      (await api.call(contract.testQuestions.update, { params: { id, questionId }, body })).data.TestQuestion,
  )

export const useRemoveQuestion = (id: number) =>
  useChange(id, async (api, questionId: number) => {
    await api.call(contract.testQuestions.remove, { params: { id, questionId } })
  })

/** Runs all questions of a data source. */
export const useRunQuestions = (id: number) =>
  useChange(
    id,
    async (api, datasourceId: number) =>
      (await api.call(contract.testQuestions.run, { params: { id: datasourceId } })).data.TestRun,
  )
