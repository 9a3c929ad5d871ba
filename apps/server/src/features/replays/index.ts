import type { Routes } from '#http/routes.ts'
import type { WorkLeft } from '#platform/work.ts'
import type { ReplaysDeps } from './deps.ts'
import { replaysRoutes } from './routes.ts'
import { openReplays } from './service.ts'
import { WORK } from './store.ts'

export interface ReplaysFeature {
  readonly routes: Routes
  readonly work: readonly WorkLeft[]
  /** Resumes the replays of dead processes. Call once engines can be asked. */
  takeUp(): Promise<void>
  /** Releases its replays to the next process and waits for that. Call after the answers of this process were ended. */
  close(): Promise<void>
}

/** Replays: asks earlier prompts of a tab again, one after the other, in a new tab. */
export function replaysFeature(deps: ReplaysDeps): ReplaysFeature {
  const service = openReplays(deps)
  return {
    routes: replaysRoutes(service),
    work: WORK,
    takeUp: () => service.takeUp(),
    close: () => service.close(),
  }
}
