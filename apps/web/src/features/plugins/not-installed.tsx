import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useInstall, useProductPlugins } from './api.ts'

/** Instead of a feature whose plugin the person has uninstalled: says so, and installs it, also without the file of plugins. */
export function NotInstalled({ id }: { id: string }) {
  const { t } = useTranslation('plugins')
  const install = useInstall()
  const plugins = useProductPlugins()
  if (plugins.isPending) return null
  const plugin = plugins.data?.find((one) => one.id === id)
  const name = plugin?.name ?? id
  return (
    <div role="alert">
      <EmptyState title={t('notInstalledTitle', { name })} text={plugin?.description}>
        <Button busy={install.isPending} onClick={() => install.set({ id, name }, true)}>
          {t('install', { name })}
        </Button>
      </EmptyState>
    </div>
  )
}
