import { Suspense, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { ApiViewer } from '#features/api/api-viewer.tsx'
import { IdeasPage } from '#features/ideas/index.ts'
import { NotInstalled, useInstalled } from '#features/plugins/index.ts'
import { usePlugins } from '#features/plugins/api.ts'
import type { Plugin } from '#features/plugins/plugin-file.ts'
import { ShippedPlugin } from '#features/plugins/frame/shipped-plugin.tsx'
import { PluginPart } from '#features/plugins/plugin-part.tsx'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, LoadFailed } from '#ui/states.tsx'
import { Page } from './page.tsx'
import { useTitle } from './use-title.ts'

/** Plugins whose page is their feature. The page of another one says what it does, and has its switch. */
const FEATURES: Readonly<Record<string, ReactNode>> = { api: <ApiViewer />, 'prompt-ideas': <IdeasPage /> }

/** The page of one plugin. */
export function PluginPage() {
  const { t } = useTranslation('plugins')
  const errorMessage = useErrorMessage()
  const { id = '' } = useParams()
  const plugins = usePlugins()
  const plugin = plugins.data?.find((one) => one.id === id)
  const title = plugin?.name ?? t('title')
  useTitle(title)
  return (
    <Page title={title} crumb={{ to: '/plugins', text: t('title') }}>
      {plugin && <OnePlugin plugin={plugin} />}
      {plugins.data && !plugin && (
        <div role="alert">
          <EmptyState title={t('missingTitle')} text={t('missing', { name: id })}>
            <LinkButton to="/plugins">{t('toList')}</LinkButton>
          </EmptyState>
        </div>
      )}
      {plugins.isError && (
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(plugins.error)}
          onRetry={() => void plugins.refetch()}
        />
      )}
    </Page>
  )
}

function OnePlugin({ plugin }: { plugin: Plugin }) {
  const installed = useInstalled(plugin.id)
  if (plugin.shipped) return <ShippedPlugin plugin={{ ...plugin, shipped: plugin.shipped }} />
  const feature = Object.hasOwn(FEATURES, plugin.id) ? FEATURES[plugin.id] : undefined
  if (feature === undefined) return <PluginPart plugin={plugin} />
  if (installed) return feature
  return (
    <Suspense fallback={null}>
      <NotInstalled id={plugin.id} />
    </Suspense>
  )
}
