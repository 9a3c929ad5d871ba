// Whether statistics of an answer (tokens, tokens per second, seconds) are shown (setting 38, plStats).
import { useStoredSettings } from './api.ts'
import { isPro } from './use-pro-mode.ts'

/** "false" hides them, any other stored value shows them. Without a stored value they are shown in pro mode. */
export const showsFigures = (stored: Stored): boolean =>
  stored['plugin.prompt-stats'] !== 'false' &&
  (stored.plStats ? stored.plStats !== 'false' : isPro(stored.proMode))

interface Stored {
  plStats?: string
  proMode?: string
  /** The plugin of the figures. */
  'plugin.prompt-stats'?: string
}

export function useShowsFigures(): boolean {
  const { data } = useStoredSettings()
  return data !== undefined && showsFigures(data)
}
