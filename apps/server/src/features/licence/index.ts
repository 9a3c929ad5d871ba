// The licence of this installation (SETTING-3).
import type { License } from '@polylogue/contract'
import type { ConfigFile } from '#config-file.ts'
import type { Clock } from '#platform/clock.ts'

const DAY_MS = 86_400_000

export interface LicenceService {
  /** Whether prompts and translations are blocked: a trial ends one day after its last day. */
  expired(): boolean
  /** Returns the licence as shown to users; an unlimited one has no end, whatever is configured. */
  current(): License
}

/** Reads the configured licence; an unlimited one has no end. */
export function licenceFeature(options: { license: ConfigFile['license']; clock: Clock }): {
  service: LicenceService
} {
  const { licenseType, companyName } = options.license
  const licenseEnd = licenseType === 'trial' ? options.license.licenseEnd : null
  const ends = licenseEnd === null ? Infinity : Date.parse(licenseEnd) + 2 * DAY_MS
  const expired = () => options.clock.now().getTime() >= ends
  return {
    service: { expired, current: () => ({ licenseType, licenseEnd, companyName, expired: expired() }) },
  }
}
