import type { ReactNode } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LedAway } from '#ui/led-away.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { useViewer } from '#features/session/index.ts'
import { mayAdminister } from './administers.ts'
import { openFor, type ResourceName } from './resources.ts'

/**
 * Renders its children for users who may open the page and redirects everyone else to `/`. `landing` is the overview page.
 */
export function RequireAdmin({ page, children }: { page: ResourceName | 'landing'; children: ReactNode }) {
  const { t } = useTranslation('admin')
  const errorMessage = useErrorMessage()
  const viewer = useViewer()
  if (!viewer.data)
    return viewer.isError ? (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(viewer.error)}
        onRetry={() => void viewer.refetch()}
      />
    ) : (
      <Loading>
        <SkeletonLine width={40} height={96} />
      </Loading>
    )
  const { data } = viewer
  const opens = page === 'landing' ? mayAdminister(data) : openFor(data).some(({ name }) => name === page)
  return opens ? children : <LedAway why="notAllowed" />
}
