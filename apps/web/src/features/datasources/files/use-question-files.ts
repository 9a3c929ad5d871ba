import type { Project, Tab } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { canWrite } from '#lib/can.ts'
import { useDatasource } from '../api.ts'
import { useSoonOf, useSoons } from '../soon/use-soons.ts'
import { useUploads, useUploadsOf } from '#features/media/index.ts'
import { useNewFileSource } from './use-file-source.ts'

/** Characters of a data source's name. */
const LONGEST_NAME = 200

/**
 * Returns the data source that gets files of a question, and adds files to it; creates one where there is none. It is that of
 * the tab; before there is a tab, that of the project's new tabs.
 */
export function useQuestionFiles(project: Project, tab: Tab | undefined) {
  const target = { projectId: project.id, ...(tab && { tabId: tab.id }) }
  const soon = useSoonOf(target)
  const soons = useSoons()
  const uploads = useUploads()
  const fresh = useNewFileSource(project, target)
  const id = soon?.datasourceId ?? (tab ?? project).defaultDatasourceId
  const { data } = useDatasource(id === 0 ? null : id)
  const addsTo = data && canWrite(data) ? data : undefined
  return {
    data,
    /** The data source that gets the files; undefined for a new one. */
    addsTo,
    /** A new data source never replaces the one that a project has for all its tabs. */
    takes: canWrite(project) && (tab !== undefined || id === 0 || addsTo !== undefined),
    /** What the tab does not use yet. */
    soon,
    retry: () => soon && soons.retry(soon),
    uploading: useUploadsOf(id).length,
    error: fresh.error,
    isPending: fresh.isPending,
    /** Returns whether a data source has the files. */
    async add(files: readonly File[]): Promise<boolean> {
      if (addsTo) uploads.add(addsTo.id, files)
      else
        return fresh.add(tab ? nameAfter(files) : project.name, files).then(
          () => true,
          () => false,
        )
      return true
    },
  }
}

const nameAfter = ([first]: readonly File[]): string =>
  cutText(first?.name.replace(/\.[^.]+$/, '') ?? '', LONGEST_NAME)
