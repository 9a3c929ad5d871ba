import type { Routes } from '../../http/routes.ts'
import type { ReplaysGiven } from './given.ts'
import { replaysRoutes } from './routes.ts'
import { openReplays } from './service.ts'

export interface ReplaysFeature {
  readonly routes: Routes
  /** Resumes the replays of dead processes. Call once engines can be asked. */
  takeUp(): Promise<void>
  /** Releases its replays to the next process and waits for that. Call after the answers of this process were ended. */
  close(): Promise<void>
}

/** Replays: asks earlier prompts of a tab again, one after the other, in a new tab. */
export function replaysFeature(given: ReplaysGiven): ReplaysFeature {
  const service = openReplays(given)
  return { routes: replaysRoutes(service), takeUp: () => service.takeUp(), close: () => service.close() }
}
