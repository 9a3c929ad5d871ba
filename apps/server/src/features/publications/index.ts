// Requests to publish items to groups that need approval (decision 70). They begin in `access/items/sharing.ts`.
import type { Routes } from '#http/routes.ts'
import { listen, type ListenerDeps } from './listeners.ts'
import { publicationsRoutes } from './routes.ts'
import { publicationsService, type PublicationsDeps } from './service.ts'

export { namesToReview } from './store.ts'

export interface PublicationsFeature {
  readonly routes: Routes
  /** Stops listening. */
  close(): void
}

/** Creates the feature: reading and deciding requests. `types`: the kinds of items that can be shared. */
export function publicationsFeature(
  deps: PublicationsDeps & Pick<ListenerDeps, 'live' | 'log'> & { bus: ListenerDeps['bus'] },
): PublicationsFeature {
  return { routes: publicationsRoutes(publicationsService(deps)), close: listen(deps) }
}
