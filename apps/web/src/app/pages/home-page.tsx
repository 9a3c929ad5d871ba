import { Dashboard } from '#features/dashboard/dashboard.tsx'
import { TourOffer } from '#features/tour/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { useNavigationState } from '../shell/navigation-context.ts'
import { FirstLoad } from './first-load.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** The page at `/`; the first load of a page session redirects to the start page. */
export function HomePage() {
  const { t } = useTranslation('dashboard')
  const { shown } = useNavigationState()
  useTitle(t('title'))
  return (
    <FirstLoad>
      <Page title={t('title')}>
        {!shown && <TourOffer />}
        <Dashboard />
      </Page>
    </FirstLoad>
  )
}
