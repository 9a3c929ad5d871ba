import { useEffect, useEffectEvent } from 'react'
import { useDialogs, LICENSE_EXPIRED } from '#lib/dialogs.ts'
import { useLicense } from '#features/settings/index.ts'

/**
 * Returns whether translating may begin where it is `wanted`. With an expired licence the alert opens instead (SETTING-3).
 */
export function useLicensed(wanted: boolean, onRefused: () => void = () => undefined): boolean {
  const expired = useLicense().data?.expired ?? false
  const { show } = useDialogs()
  const refuse = useEffectEvent(() => {
    onRefused()
    show(LICENSE_EXPIRED)
  })
  useEffect(() => {
    if (wanted && expired) refuse()
  }, [wanted, expired])
  return wanted && !expired
}
