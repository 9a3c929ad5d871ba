// Whether statistics of an answer (tokens, tokens per second, seconds) are shown (setting 38, plStats).
import { useStoredSettings } from './api.ts'
import { isPro } from './use-pro-mode.ts'

/** "false" hides them, any other stored value shows them. Without a stored value they are shown in pro mode. */
export const showsFigures = (stored: { plStats?: string; proMode?: string }): boolean =>
  stored.plStats ? stored.plStats !== 'false' : isPro(stored.proMode)

export function useShowsFigures(): boolean {
  const { data } = useStoredSettings()
  return data !== undefined && showsFigures(data)
}
