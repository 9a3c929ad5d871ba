import { ProjectOverview } from '../../features/projects/index.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** All one's chats and projects. */
export function ProjectsPage() {
  const { t } = useTranslation('projects')
  useTitle(t('title'))
  return (
    <Page title={t('title')}>
      <ProjectOverview />
    </Page>
  )
}
