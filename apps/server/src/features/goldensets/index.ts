// Golden sets: prompts with checks, run against models to compare their answers (decision 71).
import { openItems, type ItemOwnership } from '#access/items/index.ts'
import type { Routes } from '#http/routes.ts'
import type { WorkLeft } from '#platform/work.ts'
import { openChecking } from './checks/checking.ts'
import { goldensetItem } from './item.ts'
import { goldensetsRoutes } from './routes.ts'
import { openRuns } from './runs/service.ts'
import { cancelRunsOf, WORK } from './runs/store.ts'
import type { RunsDeps } from './runs/deps.ts'
import { goldensetsService, type GoldensetsDeps } from './service.ts'
import { votesService } from './votes/service.ts'

export { goldensetItem } from './item.ts'

export interface GoldensetsFeature {
  readonly routes: Routes
  readonly work: readonly WorkLeft[]
  readonly belongings: ItemOwnership
  /** Resumes the runs of dead processes. Call once engines can be asked. */
  takeUp(): Promise<void>
  /** Releases its runs to the next process and waits for that. Call after the answers of this process were ended. */
  close(): Promise<void>
}

export function goldensetsFeature(deps: GoldensetsDeps & RunsDeps): GoldensetsFeature {
  const items = openItems(deps, goldensetItem, {
    async binned(tx, id) {
      for (const runId of await cancelRunsOf(tx, id))
        await deps.bus.publish(tx, { type: 'goldenrun.ended', runId })
    },
  })
  const checking = openChecking()
  const runs = openRuns({ ...deps, items, checking })
  const votes = votesService({ ...deps, runs })
  return {
    routes: goldensetsRoutes(goldensetsService({ ...deps, checking }, items), runs, votes),
    belongings: items.belongings,
    work: WORK,
    takeUp: () => runs.takeUp(),
    async close() {
      await runs.close()
      checking.close()
    },
  }
}
