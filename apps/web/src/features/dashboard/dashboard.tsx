import { Suspense } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, LoadFailed } from '#ui/states.tsx'
import { FirstSteps } from '#features/first-steps/index.ts'
import { WaitingRequests } from '#features/publications/index.ts'
import { useViewer } from '#features/session/index.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { useDashboardFile } from './api.ts'
import { Continue } from './continue.tsx'
import css from './dashboard.module.css'
import { Greeting } from './greeting-line.tsx'
import { InProgress } from './in-progress.tsx'
import { Splash } from './splash.tsx'
import { Tiles, TilesSkeleton } from './tiles-view.tsx'

/**
 * The start page: greeting, tiles, recent chats and answers in progress; or the splash page when the dashboard is disabled.
 */
export function Dashboard() {
  const { t } = useTranslation('dashboard')
  const errorMessage = useErrorMessage()
  const file = useDashboardFile()
  const viewer = useViewer()
  const settings = useStoredSettings()
  if (file.data?.enabled === false) return <Splash />
  if (viewer.isError)
    return (
      <LoadFailed
        title={t('loadFailed')}
        {...errorMessage(viewer.error)}
        onRetry={() => void viewer.refetch()}
      />
    )
  if (file.isError)
    return (
      <LoadFailed
        title={t('loadFailed')}
        sentence={t('fileFailedText')}
        onRetry={() => void file.refetch()}
      />
    )
  const permissions = viewer.data?.permissions
  if (viewer.data && permissions?.length === 0)
    return (
      <EmptyState title={t('noPermissions')} text={t('noPermissionsText')}>
        <LinkButton to={`/users/${viewer.data.id}`}>{t('toProfile')}</LinkButton>
      </EmptyState>
    )
  const ready = file.data && permissions && (settings.data || settings.isError)
  return (
    <div className={css.dashboard}>
      <Greeting firstName={viewer.data?.firstName ?? ''} />
      <FirstSteps />
      {ready ? <Tiles tiles={file.data.tiles} permissions={permissions} /> : <TilesSkeleton />}
      <div className={css.duo}>
        <Continue />
        <div className={css.aside}>
          <Suspense fallback={null}>
            <WaitingRequests />
          </Suspense>
          <InProgress />
        </div>
      </div>
    </div>
  )
}
