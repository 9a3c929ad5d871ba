import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ApiViewer } from '#features/api/api-viewer.tsx'
import { IdeasPage } from '#features/ideas/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** The content of each plugin's page. */
const plugins = { api: <ApiViewer />, 'prompt-ideas': <IdeasPage /> } satisfies Record<string, ReactNode>

const isPlugin = (id: string): id is keyof typeof plugins => Object.hasOwn(plugins, id)

/** The page of one plugin. */
export function PluginPage() {
  const { t } = useTranslation('plugins')
  const { id = '' } = useParams()
  const title = isPlugin(id) ? t(`names.${id}`) : t('title')
  useTitle(title)
  return (
    <Page title={title}>
      {isPlugin(id) ? (
        plugins[id]
      ) : (
        <div role="alert">
          <EmptyState title={t('missingTitle')} text={t('missing', { name: id })}>
            <LinkButton to="/help">{t('toHelp')}</LinkButton>
          </EmptyState>
        </div>
      )}
    </Page>
  )
}
