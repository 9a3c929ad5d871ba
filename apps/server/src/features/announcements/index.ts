// What administrators tell everybody or a group (ANNOUNCE-*; decision 157).
import type { Routes } from '#http/routes.ts'
import { listen, type ListenerDeps } from './listeners.ts'
import { announcementsRoutes } from './routes.ts'
import { announcementsService, type AnnouncementsDeps } from './service.ts'

interface FeatureDeps extends Omit<AnnouncementsDeps, 'bus'>, Omit<ListenerDeps, 'bus'> {
  readonly bus: AnnouncementsDeps['bus'] & ListenerDeps['bus']
}

/** Opens the calls. The owner must close it. */
export function announcementsFeature(deps: FeatureDeps): { readonly routes: Routes; close(): void } {
  return { routes: announcementsRoutes(announcementsService(deps)), close: listen(deps) }
}
