import type { FeatureView } from '../../lib/feature-page.ts'
import { useTranslation } from '../../lib/texts.ts'
import { About } from './about.tsx'

export const aboutPage: FeatureView = {
  useHeading: () => useTranslation('about').t('title'),
  View: About,
}
