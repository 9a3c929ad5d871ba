import { lazyView } from '#lib/load-code.ts'

export { FilesAsSource, RefusedAsSource } from './files/files-as-source.tsx'
export { HashDatasources } from './hash/hash-datasources.tsx'

/** Names the data source of a tab. */
export const DatasourceInUse = lazyView(async () => (await import('./use/in-use.tsx')).DatasourceInUse)

/** Chooses the data source of a project's new tabs. */
export const DatasourceOfProject = lazyView(
  async () => (await import('./use/of-project.tsx')).DatasourceOfProject,
)

/** The documents of a project's data source, with a place for more. */
export const ProjectFiles = lazyView(async () => (await import('./files/project-files.tsx')).ProjectFiles)
