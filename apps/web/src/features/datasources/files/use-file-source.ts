import type { Project } from '@polylogue/contract'
import { canAdminister, canWrite } from '#lib/can.ts'
import { sharesGivenBy } from '#features/sharing/index.ts'
import { usePermission } from '#features/session/index.ts'
import { useCreateDatasource, useDatasource } from '../api.ts'
import { EMPTY } from '../form/values.ts'
import { useSoonOf, useSoons } from '../soon/use-soons.ts'
import type { SoonTarget } from '../soon/soon.ts'
import { useUploads } from '#features/media/index.ts'

/** Creates a data source of files, which `target` uses as soon as they are read. People of the project can read it. */
export function useNewFileSource(project: Project, target: SoonTarget) {
  const create = useCreateDatasource()
  const uploads = useUploads()
  const soons = useSoons()
  const mayShare = usePermission('can_share') === true
  const shares = mayShare && canAdminister(project) ? sharesGivenBy(project) : []
  return {
    error: create.error,
    isPending: create.isPending,
    add: (name: string, files: readonly File[]) =>
      create.mutateAsync({ ...EMPTY, name, assocContexts: shares, addresses: [] }).then(({ id }) => {
        uploads.add(id, files)
        soons.add({ ...target, datasourceId: id })
      }),
  }
}

/** The files of a project: the documents of the data source that its new tabs use, or use soon. */
export function useProjectFiles(project: Project) {
  const target = { projectId: project.id }
  const soon = useSoonOf(target)
  const soons = useSoons()
  const uploads = useUploads()
  const fresh = useNewFileSource(project, target)
  const chosen = project.defaultDatasourceId
  const id = chosen === 0 ? (soon?.datasourceId ?? 0) : chosen
  const { data: source, isError } = useDatasource(id === 0 ? null : id)
  const writes = canWrite(project) && (id === 0 || (source !== undefined && canWrite(source)))
  return {
    id,
    source,
    writes,
    /** The reader has no access to its data source. */
    isLost: isError && source === undefined,
    /** What is not used yet. */
    soon: chosen === 0 ? soon : undefined,
    retry: () => soon && soons.retry(soon),
    error: fresh.error,
    isPending: fresh.isPending,
    add(files: readonly File[]) {
      if (id === 0) fresh.add(project.name, files).catch(() => undefined)
      else uploads.add(id, files)
    },
  }
}
