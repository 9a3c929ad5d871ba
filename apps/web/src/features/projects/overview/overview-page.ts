import type { FeatureView } from '../../../lib/feature-page.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { ProjectOverview } from './project-overview.tsx'

export const overviewPage: FeatureView = {
  useHeading: () => useTranslation('projects').t('title'),
  View: ProjectOverview,
}
