// The daily e-mail with unread notifications (MAIL-*). Without a mail server in the configuration nothing of it is loaded.
import type { JobKind } from '#platform/jobs/jobs.ts'
import type { Routes } from '#http/routes.ts'
import type { OpenDigestDeps } from './open-digest.ts'
import { digestRoutes } from './routes.ts'

export type { OpenDigestDeps } from './open-digest.ts'

export interface DigestFeature {
  readonly routes: Routes
  readonly jobs: readonly JobKind<never>[]
  /** Stops after the e-mail that is being sent, which has two seconds. */
  close(): Promise<void>
}

/** Opens the feature; `deps` undefined: no mail server is configured. */
export async function digestFeature(deps: OpenDigestDeps | undefined): Promise<DigestFeature> {
  if (!deps) return { routes: digestRoutes(), jobs: [], close: () => Promise.resolve() }
  const { openDigest } = await import('./open-digest.ts')
  const { service, jobs, close } = openDigest(deps)
  return { routes: digestRoutes(service), jobs, close }
}
