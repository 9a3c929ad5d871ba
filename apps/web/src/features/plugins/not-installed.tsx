import type { PluginId } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useInstall, usePlugins } from './api.ts'

/** Instead of a feature whose plugin the person has uninstalled: says so, and installs it. */
export function NotInstalled({ id }: { id: PluginId }) {
  const { t } = useTranslation('plugins')
  const install = useInstall()
  const plugin = usePlugins().data?.find((one) => one.id === id)
  if (!plugin) return null
  return (
    <div role="alert">
      <EmptyState title={t('notInstalledTitle', { name: plugin.name })} text={plugin.description}>
        <Button busy={install.isPending} onClick={() => install.mutate({ plugin, installed: true })}>
          {t('install', { name: plugin.name })}
        </Button>
      </EmptyState>
    </div>
  )
}
