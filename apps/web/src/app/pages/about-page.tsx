import { About } from '../../features/about/index.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** What this installation is: name, version, licence, models. */
export function AboutPage() {
  const { t } = useTranslation('about')
  useTitle(t('title'))
  return (
    <Page title={t('title')}>
      <About />
    </Page>
  )
}
