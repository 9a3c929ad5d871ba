// Opens share links beside the live updates that they send.
import { openConfidentiality } from './features/confidentiality/index.ts'
import type { NotificationsFeature } from './features/notifications/index.ts'
import { sharesFeature, type SharesFeatureDeps } from './features/shares/index.ts'
import type { Platform } from './open-platform.ts'

type Service<Name extends 'projects' | 'queries' | 'tabs'> = { readonly service: SharesFeatureDeps[Name] }

interface SharedFeatures {
  readonly projects: Service<'projects'>
  readonly queries: Service<'queries'>
  readonly tabs: Service<'tabs'>
  readonly indexLater: SharesFeatureDeps['indexLater']
}

export function openSharing(
  platform: Platform & Pick<SharesFeatureDeps, 'audit'>,
  { projects, queries, tabs, indexLater }: SharedFeatures,
  live: NotificationsFeature,
) {
  const { datasourceLabels, limits } = platform.config.file
  const { current } = platform.configuration
  return sharesFeature({
    ...platform,
    projects: projects.service,
    queries: queries.service,
    tabs: tabs.service,
    indexLater,
    confidentiality: openConfidentiality(datasourceLabels),
    httpShareEnabled: () => current().httpShareEnabled,
    // As many as a tab that is copied may have.
    copyBytes: 2 * limits.importCharacters,
    live,
  })
}
