import type { ReactNode } from 'react'
import { AdminHelp, AdminTabs, RequireAdmin } from '../../features/admin/index.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** A page of administration: the others beside it, its help folded above what it shows. Only for those who may open it. */
export function AdminFrame({
  page,
  children,
}: {
  page: 'users' | 'context-management' | 'token-management' | 'models-crud' | 'providers' | 'audit'
  children: ReactNode
}) {
  const { t } = useTranslation('admin')
  const title = t(`resources.${page}.title`)
  useTitle(title)
  return (
    <Page title={t('title')} bar={<AdminTabs />}>
      <RequireAdmin page={page}>
        <h2 className="sr">{title}</h2>
        <AdminHelp topic={page} />
        {children}
      </RequireAdmin>
    </Page>
  )
}
