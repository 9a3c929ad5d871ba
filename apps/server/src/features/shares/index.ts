// Share links: addresses that show one chat or project, read-only (SHARE-*; decision 153).
import type { LinkHolder } from '#access/viewer.ts'
import type { Routes } from '#http/routes.ts'
import type { ViewerSource } from '#http/viewers.ts'
import { openCopying, type CopyingDeps } from './copying.ts'
import type { JobKind } from '#platform/jobs/jobs.ts'
import { sweep, type JobDeps } from './jobs.ts'
import { listen, type ListenerDeps } from './listeners.ts'
import { openOpening, type OpeningDeps } from './opening.ts'
import { sharesRoutes } from './routes.ts'
import { sharesService, type SharesDeps } from './service.ts'
import { mayStillShare } from './policy.ts'
import { linkSource } from './source.ts'
import { ownersOfLinks } from './store.ts'
import { openViews, type ViewsDeps } from './views.ts'

export type SharesFeatureDeps = SharesDeps & OpeningDeps & CopyingDeps & ViewsDeps & ListenerDeps & JobDeps

export interface SharesFeature {
  readonly routes: Routes
  readonly jobs: readonly JobKind<Record<string, never>>[]
  /** Reads the link and its owner's rights for every request. */
  readonly viewerSource: ViewerSource<LinkHolder>
  /** Returns how many links of an item open now. */
  opening(itemContextId: number): Promise<number>
  /** Writes the views that are counted. */
  close(): Promise<void>
}

/** Creates the feature. Links end with what they show and with their owner: the database deletes them. */
export function sharesFeature(deps: SharesFeatureDeps): SharesFeature {
  const views = openViews(deps)
  const opening = openOpening(deps, views)
  const leave = listen(deps)
  return {
    routes: sharesRoutes(sharesService(deps), opening, openCopying(deps, opening)),
    jobs: [sweep(deps)],
    viewerSource: linkSource(deps, opening),
    async opening(itemContextId) {
      const owners = await ownersOfLinks(deps.db.orm, itemContextId, deps.clock.now())
      return owners.filter(mayStillShare).length
    },
    async close() {
      await views.close()
      leave()
    },
  }
}
