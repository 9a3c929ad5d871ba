// Simple or pro mode (PAGE-4; setting 36).
import { recall, remember } from '#lib/preferences.ts'
import { useStoredSettings, useStoreSetting } from './api.ts'

/** A missing value or "false" means simple, any other value pro. */
export const isPro = (stored: string | null | undefined): boolean =>
  stored !== undefined && stored !== null && stored !== 'false'

/** Returns the mode and a function that toggles it. Uses the last mode of this browser until the settings are loaded. */
export function useProMode(): { pro: boolean; choose: (pro: boolean) => void } {
  const { data } = useStoredSettings()
  const store = useStoreSetting()
  const stored = data ? data.proMode : recall('proMode')
  const choose = (pro: boolean) => {
    remember('proMode', String(pro))
    store('proMode', String(pro))
  }
  return { pro: isPro(stored), choose }
}
