import { useEffect, useEffectEvent } from 'react'
import { useLicense } from '#features/settings/index.ts'
import { useDialogs, LICENSE_EXPIRED } from '#lib/dialogs.ts'

const KEY = 'polylogue.licenseTold'

/**
 * Reports an expired licence once per page session (SETTING-3); the line in the navigation stays red.
 */
export function useLicenseWatch(): void {
  const { data } = useLicense()
  const { show } = useDialogs()
  const expired = data?.expired ?? false
  const showNotice = useEffectEvent(() => {
    if (wasShown()) return
    show(LICENSE_EXPIRED)
  })
  useEffect(() => {
    if (expired) showNotice()
  }, [expired])
}

/** Returns whether it was reported before, and records the report. */
function wasShown(): boolean {
  try {
    const shown = sessionStorage.getItem(KEY) !== null
    sessionStorage.setItem(KEY, '1')
    return shown
  } catch {
    return false
  }
}
