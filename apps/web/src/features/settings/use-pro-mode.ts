// Simple or pro: how much the interface shows of what there is (shell specification, section 4; setting 36).
import { recall, remember } from '../../lib/preferences.ts'
import { useStoredSettings, useStoreSetting } from './api.ts'

/** A stored value that is missing or "false" means simple, any other pro. */
export const isPro = (stored: string | null | undefined): boolean =>
  stored !== undefined && stored !== null && stored !== 'false'

/** The mode, and choosing the other one. Until one's settings are there it is what this browser showed last. */
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
