// Which plugins the person has installed: features that each person may hide. It is a preference, never an access rule.
import type { PluginId } from '@polylogue/contract'
import { useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/session/index.ts'
import { settingsKeys } from '#features/settings/keys.ts'

/** Returns a function that says whether a plugin is installed: unless a setting says no. */
export function useIsInstalled(): (id: PluginId) => boolean {
  // The shell loads the settings. This only looks at them: the settings' dialogs use features that ask for their plugin here.
  const { data } = useQuery<Readonly<Record<string, string>>>({
    queryKey: settingsKeys.of(useUserId()),
    enabled: false,
  })
  return (id) => data?.[`plugin.${id}`] !== 'false'
}

/** Whether a plugin is installed. */
export const useInstalled = (id: PluginId): boolean => useIsInstalled()(id)
