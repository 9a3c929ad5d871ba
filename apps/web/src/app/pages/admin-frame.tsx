import { useState, type ReactNode } from 'react'
import { AdminHelpButton } from '#features/admin/admin-help-button.tsx'
import { RequireAdmin } from '#features/admin/require-admin.tsx'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

const AdminHelp = lazyView(async () => (await import('#features/admin/admin-help.tsx')).AdminHelp)
const AdminTabs = lazyView(async () => (await import('#features/admin/admin-tabs.tsx')).AdminTabs)

/**
 * The frame of an administration page: links to the other ones, and its help behind a button next to the heading. Only for
 * users with access.
 */
export function AdminFrame({
  page,
  children,
}: {
  page:
    | 'landing'
    | 'users'
    | 'context-management'
    | 'token-management'
    | 'models-crud'
    | 'providers'
    | 'audit'
    | 'system'
    | 'configuration'
    | 'branding'
    | 'shares'
    | 'announcements'
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const [unfolded, setUnfolded] = useState(false)
  const title = page === 'landing' ? t('title') : t(`resources.${page}.title`)
  useTitle(title)
  return (
    <Page
      title={t('title')}
      beside={<AdminHelpButton unfolded={unfolded} onClick={() => setUnfolded(!unfolded)} />}
      bar={<AdminTabs />}
    >
      <RequireAdmin page={page}>
        {page !== 'landing' && <h2 className="sr">{title}</h2>}
        <AdminHelp topic={page === 'landing' ? 'index' : page} unfolded={unfolded} />
        {children}
      </RequireAdmin>
    </Page>
  )
}
