import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useInstall, useProductPlugins } from './api.ts'

interface NotInstalledProps {
  id: string
  /** Leads to the plugin's page instead of installing it: for what only tells about the feature. */
  leads?: boolean
}

/** Instead of a feature whose plugin the person has uninstalled: says so, and installs it, also without the file of plugins. */
export function NotInstalled({ id, leads = false }: NotInstalledProps) {
  const { t } = useTranslation('plugins')
  const install = useInstall()
  const plugins = useProductPlugins()
  if (plugins.isPending) return null
  const plugin = plugins.data?.find((one) => one.id === id)
  const name = plugin?.name ?? id
  return (
    <div role="alert">
      <EmptyState title={t('notInstalledTitle', { name })} text={plugin?.description}>
        {leads ? (
          <LinkButton to={`/plugins/${id}`}>{t('toPlugin', { name })}</LinkButton>
        ) : (
          <Button busy={install.isPending} onClick={() => install.set({ id, name }, true)}>
            {t('install', { name })}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
