// Fetches, caches and refetches runs of golden sets, their results, scorecards and votes.
import type { GoldenResult, GoldenRun } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useTranslation } from '#lib/texts.ts'
import { goldenSetKeys } from './keys.ts'

/** Prompts per page of the results. */
export const RESULTS_PER_PAGE = 20
/** Maximum page size of the endpoint. */
const MOST_RESULTS = 50
/** Poll interval of a run that is going on: the fallback when the live stream is disconnected. */
const LOOK_MS = 2_000

export interface RunPlace {
  id: number
  runId: number
}

const isRunning = (run: GoldenRun | undefined): boolean => run?.state === 'running'

export interface FoundRuns {
  runs: readonly GoldenRun[]
  /** Whether the set has runs that the user may not see. */
  hidden: boolean
}

/** Returns the runs of a set that the user may see, the newest first. */
export function useRuns(id: number) {
  const api = useApi()
  return useQuery<FoundRuns>({
    queryKey: goldenSetKeys.runs(id),
    refetchInterval: ({ state }) => (state.data?.runs.some(isRunning) ? LOOK_MS : false),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api.call(contract.goldensets.runs, { params: { id } }, { signal })
      return { runs: data.GoldenRuns, hidden: meta.hidden }
    },
  })
}

/** Returns a run; null requests nothing. */
export function useRun(place: RunPlace | null) {
  const api = useApi()
  const params = place ?? { id: 0, runId: 0 }
  return useQuery<GoldenRun>({
    queryKey: goldenSetKeys.run(params.id, params.runId),
    enabled: place !== null,
    refetchInterval: ({ state }) => (isRunning(state.data) ? LOOK_MS : false),
    queryFn: async ({ signal }) =>
      (await api.call(contract.goldensets.run, { params }, { signal })).data.GoldenRun,
  })
}

export interface FoundResults {
  results: readonly GoldenResult[]
  total: number
}

/** Fetches up to `most` results from `offset` on, in several requests: a page of long answers has fewer. */
async function fetchResults(
  api: Api,
  { id, runId }: RunPlace,
  { offset, most }: { offset: number; most: number },
  signal?: AbortSignal,
): Promise<FoundResults> {
  const results: GoldenResult[] = []
  let total = offset + 1
  while (results.length < most && offset + results.length < total) {
    const limit = Math.min(most - results.length, MOST_RESULTS)
    const request = { params: { id, runId }, query: { limit, offset: offset + results.length } }
    const { data, meta } = await api.call(contract.goldensets.results, request, signal ? { signal } : {})
    total = meta.total
    if (data.GoldenResults.length === 0) break
    results.push(...data.GoldenResults)
  }
  return { results, total }
}

/** Fetches all results of a run. */
export async function fetchAllResults(
  api: Api,
  place: RunPlace,
  signal?: AbortSignal,
): Promise<readonly GoldenResult[]> {
  return (await fetchResults(api, place, { offset: 0, most: Infinity }, signal)).results
}

/** Returns a page of the results. */
export function useResults(place: RunPlace, { page, running }: { page: number; running: boolean }) {
  const api = useApi()
  return useQuery({
    queryKey: [...goldenSetKeys.results(place.id, place.runId), page],
    placeholderData: keepPreviousData,
    refetchInterval: running ? LOOK_MS : false,
    queryFn: ({ signal }) =>
      fetchResults(api, place, { offset: (page - 1) * RESULTS_PER_PAGE, most: RESULTS_PER_PAGE }, signal),
  })
}

/** Returns all results, for a filter that the server does not know. */
export function useAllResults(place: RunPlace, needed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...goldenSetKeys.results(place.id, place.runId), 'all'],
    enabled: needed,
    queryFn: ({ signal }) => fetchAllResults(api, place, signal),
  })
}

/** Sends a change of a run, then refetches the runs of the set, its list entry and the scorecards. */
function useRunChange<Values extends { id: number }, Reply>(
  send: (api: Api, values: Values) => Promise<Reply>,
) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: Values) => send(api, values),
    onSettled: (_data, _error, { id }) =>
      Promise.all(
        [goldenSetKeys.runs(id), goldenSetKeys.one(id), goldenSetKeys.lists, goldenSetKeys.scorecards].map(
          (queryKey) => cache.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** Starts a run. Answers and reasons come in the language of the interface. */
export function useBeginRun() {
  const { i18n } = useTranslation()
  return useRunChange(async (api, { id, modelTagIds }: { id: number; modelTagIds: number[] }) => {
    const body = { modelTagIds, language: i18n.language }
    return (await api.call(contract.goldensets.begin, { params: { id }, body })).data.GoldenRun
  })
}

export const useCancelRun = () =>
  useRunChange(
    async (api, params: RunPlace) => (await api.call(contract.goldensets.cancel, { params })).data.GoldenRun,
  )

/** Asks again what failed, was interrupted or cancelled. */
export const useRetryRun = () =>
  useRunChange(
    async (api, params: RunPlace) => (await api.call(contract.goldensets.retry, { params })).data.GoldenRun,
  )

/** Draws a pair for a blind vote, once per `number`; null when the user has voted on all. */
export function usePair({ id, runId }: RunPlace, number: number, needed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: goldenSetKeys.pair(runId, number),
    enabled: needed,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.call(contract.goldensets.pair, { params: { id, runId } }, { signal })).data.BlindPair,
  })
}

export type Choice = 'first' | 'second' | 'tie'

export const useVote = () =>
  useRunChange(
    async (api, { id, runId, voteId, choice }: RunPlace & { voteId: number; choice: Choice }) =>
      (await api.call(contract.goldensets.vote, { params: { id, runId, voteId }, body: { choice } })).data,
  )

/** Returns the newest scorecard of a tag for each set. */
export function useScorecards(modelTagId: number, needed: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: [...goldenSetKeys.scorecards, modelTagId],
    enabled: needed,
    queryFn: async ({ signal }) =>
      (await api.call(contract.goldensets.scorecards, { query: { modelTagId } }, { signal })).data
        .GoldenScorecards,
  })
}
