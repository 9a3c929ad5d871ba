// What app.ts and the open-*.ts know of each feature.
import type { ItemOwnership } from './access/items/index.ts'
import type { Routes } from './http/routes.ts'
import type { ViewerSource } from './http/viewers.ts'
import type { JobKind } from './platform/jobs/jobs.ts'
import type { WorkLeft } from './platform/work.ts'

/** What a feature may have besides its calls. */
export interface Feature {
  readonly routes: Routes
  readonly viewerSource?: ViewerSource
  readonly jobs?: readonly JobKind<never>[]
  readonly work?: readonly WorkLeft[]
  readonly belongings?: ItemOwnership
  /** Resumes the work of dead processes; `close` gives it back. */
  takeUp?(): Promise<void>
  close?(): void | Promise<void>
}

/** Resumes the work of dead processes, feature by feature. */
export async function takeUp(features: readonly Feature[]): Promise<void> {
  for (const feature of features) await feature.takeUp?.()
}
