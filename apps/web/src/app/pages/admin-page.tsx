import { useTranslation } from 'react-i18next'
import { AdminHelp, AdminTabs, Landing, RequireAdmin } from '../../features/admin/index.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** What there is to administer. */
export function AdminPage() {
  const { t } = useTranslation('admin')
  useTitle(t('title'))
  return (
    <Page title={t('title')} bar={<AdminTabs />}>
      <RequireAdmin page="landing">
        <AdminHelp topic="index" />
        <Landing />
      </RequireAdmin>
    </Page>
  )
}
