import type { Project } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, Problem } from '#ui/states.tsx'
import { useAddTab } from './api.ts'

/** Offers to create a tab in a project without tabs. */
export function EmptyTabs({ project, canWrite }: { project: Project; canWrite: boolean }) {
  const { t } = useTranslation('tabs')
  const errorMessage = useErrorMessage()
  const add = useAddTab(project.id)
  const { defaultModelId, defaultModelTagId } = project
  return (
    <>
      <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
        {canWrite && (
          <Button
            icon="plus"
            busy={add.isPending}
            onClick={() => add.mutate({ defaultModelId, defaultModelTagId })}
          >
            {t('addTab')}
          </Button>
        )}
      </EmptyState>
      {add.error && <Problem>{errorMessage(add.error).sentence}</Problem>}
    </>
  )
}
