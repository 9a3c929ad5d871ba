import type { Routes } from '../../http/routes.ts'
import type { ReplaysGiven } from './given.ts'
import { replaysRoutes } from './routes.ts'
import { openReplays } from './service.ts'

export interface ReplaysFeature {
  readonly routes: Routes
  /** Goes on with the replays that processes which are gone left. Once engines can be asked. */
  takeUp(): Promise<void>
  /** Leaves its replays to the next process, and waits until it did. After the answers of this process were ended. */
  close(): Promise<void>
}

/** Replays: earlier prompts of a tab asked again, one after the other, in a new tab. */
export function replaysFeature(given: ReplaysGiven): ReplaysFeature {
  const service = openReplays(given)
  return { routes: replaysRoutes(service), takeUp: () => service.takeUp(), close: () => service.close() }
}
