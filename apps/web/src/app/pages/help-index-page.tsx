import { HelpList } from '../../features/help/index.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** All help topics, with a field to find the right one. */
export function HelpIndexPage() {
  const { t } = useTranslation('help')
  useTitle(t('title'))
  return (
    <Page title={t('title')}>
      <HelpList />
    </Page>
  )
}
