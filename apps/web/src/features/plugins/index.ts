import { lazyView } from '#lib/load-code.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'

/** Instead of a feature whose plugin is not installed. */
export const NotInstalled = lazyView(async () => (await import('./not-installed.tsx')).NotInstalled)

export { useInstalled, useIsInstalled } from './use-installed.ts'

/** Name of the dialog in the address. */
export const PLUGINS = 'plugins'

export const PluginsDialog = lazyDialog(async () => (await import('./plugins-dialog.tsx')).PluginsDialog)
