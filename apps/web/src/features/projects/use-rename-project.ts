import type { Project } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useRename } from '#lib/use-rename.ts'
import { inWordsOf, useStoredProject, useUpdateProject } from './api.ts'

/** Provides the state of the inline rename field of a project. */
export function useRenameProject(project: Project, onDone: (byKey: boolean) => void) {
  const { t } = useTranslation(['projects', 'ui'])
  const errorMessage = useErrorMessage()
  const notices = useNotices()
  const { mutateAsync: update } = useUpdateProject(project)
  const { mutateAsync: stored } = useStoredProject()
  return useRename({
    thing: project,
    save: (name, { modified }) => update({ name, ifModified: modified }),
    stored: () => stored(project.id),
    onRenamed: (name) =>
      notices.show({
        kind: 'warning',
        sticky: true,
        title: t('ui:renamedMeanwhile', { name }),
        text: t('ui:renamedMeanwhileText'),
      }),
    onFailed: (error) =>
      notices.show({
        kind: 'failure',
        title: t('saveFailed', inWordsOf(project)),
        text: errorMessage(error).sentence,
      }),
    onDone,
  })
}
