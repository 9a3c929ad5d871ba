import { HelpList } from '#features/help/help-list.tsx'
import { useTranslation } from '#lib/texts.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** Lists all help topics, with a search field. */
export function HelpIndexPage() {
  const { t } = useTranslation('help')
  useTitle(t('title'))
  return (
    <Page title={t('title')}>
      <HelpList />
    </Page>
  )
}
