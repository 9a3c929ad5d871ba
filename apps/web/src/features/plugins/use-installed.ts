// Which plugins the person has installed: features that each person may hide. It is a preference, never an access rule.
import { recall } from '#lib/preferences.ts'
import { useCached } from '#lib/query.ts'
import { useUserId } from '#features/session/index.ts'
import { settingsKeys } from '#features/settings/keys.ts'

/**
 * Returns a function that says whether a plugin is installed: unless a setting says no. Until the settings are loaded, what this
 * browser remembers counts (features/settings/use-applied-settings.ts), so that nothing appears and goes.
 */
export function useIsInstalled(): (id: string) => boolean {
  // The shell loads the settings. This only looks at them: the settings' dialogs use features that ask for their plugin here.
  const data = useCached<Readonly<Record<string, string>>>(settingsKeys.of(useUserId()))
  const last = data ? undefined : recall('uninstalled')?.split(' ')
  return (id) => (data ? data[`plugin.${id}`] !== 'false' : !last?.includes(id))
}

/** Whether a plugin is installed. */
export const useInstalled = (id: string): boolean => useIsInstalled()(id)
