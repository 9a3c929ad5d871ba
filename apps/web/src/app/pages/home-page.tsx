import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useDefaultProject } from '../../features/projects/index.ts'
import { useTell } from '../../lib/problem.ts'
import { Bone, LoadFailed, Loading } from '../../ui/states.tsx'
import { APP_NAME } from '../app-name.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** The start page: one's default project, made when there is none. */
export function HomePage() {
  const { t } = useTranslation('projects')
  const tell = useTell()
  const project = useDefaultProject()
  useTitle('')
  if (project.data && !project.isFetching) return <Navigate to={`/projects/${project.data.id}`} replace />
  return (
    <Page title={APP_NAME}>
      {project.isError ? (
        <LoadFailed
          title={t('defaultFailed')}
          {...tell(project.error)}
          onRetry={() => void project.refetch()}
        />
      ) : (
        <Loading>
          <Bone width={40} />
        </Loading>
      )}
    </Page>
  )
}
