import { contract } from '@polylogue/contract'
import { routes, type Routes } from '#http/routes.ts'
import type { RunsService } from './runs/service.ts'
import type { GoldensetsService } from './service.ts'
import type { VotesService } from './votes/service.ts'

export function goldensetsRoutes(sets: GoldensetsService, runs: RunsService, votes: VotesService): Routes {
  return routes(contract.goldensets, {
    async list(viewer, { query }) {
      const { total, GoldenSets } = await sets.list(viewer, query)
      return { data: { GoldenSets }, meta: { total } }
    },
    get: async (viewer, { params }) => ({ GoldenSet: await sets.get(viewer, params.id) }),
    create: async (viewer, { body }, { gone }) => ({ GoldenSet: await sets.create(viewer, body, gone) }),
    update: async (viewer, { params, body }, { gone }) => ({
      GoldenSet: await sets.update(viewer, params.id, body, gone),
    }),
    async remove(viewer, { params }) {
      await sets.remove(viewer, params.id)
      return {}
    },
    scorecards: async (viewer, { query }) => ({
      GoldenScorecards: await runs.scorecards(viewer, query.modelTagId),
    }),
    async runs(viewer, { params }) {
      const { hidden, GoldenRuns } = await runs.runs(viewer, params.id)
      return { data: { GoldenRuns }, meta: { hidden } }
    },
    begin: async (viewer, { params, body }) => ({ GoldenRun: await runs.begin(viewer, params.id, body) }),
    run: async (viewer, { params }) => ({ GoldenRun: await runs.run(viewer, params.id, params.runId) }),
    async results(viewer, { params, query }) {
      const { total, GoldenResults } = await runs.results(viewer, params.id, params.runId, query)
      return { data: { GoldenResults }, meta: { total } }
    },
    cancel: async (viewer, { params }) => ({ GoldenRun: await runs.cancel(viewer, params.id, params.runId) }),
    retry: async (viewer, { params }) => ({ GoldenRun: await runs.retry(viewer, params.id, params.runId) }),
    pair: async (viewer, { params }) => ({ BlindPair: await votes.pair(viewer, params) }),
    vote: (viewer, { params, body }) => votes.vote(viewer, params, body.choice),
  })
}
