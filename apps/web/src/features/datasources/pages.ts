import type { FeaturePage } from '#lib/feature-page.ts'

const views = () => import('./views.ts')

/** Pages of this feature: the list, a data source, and a document of it. */
export const datasourcePages: readonly FeaturePage[] = [
  { path: 'datasources', load: async () => (await views()).datasourcesPage },
  { path: 'datasources/:id', load: async () => (await views()).datasourcePage },
  { path: 'datasources/:id/media/:mediaId', load: async () => (await views()).readerPage },
]
