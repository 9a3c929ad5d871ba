// The licence of this installation (shell specification, sections 3 and 4; reading 8).
import type { ConfigFile } from '../../config-file.ts'
import type { Clock } from '../../platform/clock.ts'

const DAY_MS = 86_400_000

export interface LicenceService {
  /** Whether prompts and translations are blocked: a trial ends one day after its last day. */
  expired(): boolean
}

/** Reads the configured licence; an unlimited one has no end. */
export function licenceFeature(given: { license: ConfigFile['license']; clock: Clock }): {
  service: LicenceService
} {
  const { licenseType, licenseEnd } = given.license
  const ends = licenseType === 'trial' && licenseEnd !== null ? Date.parse(licenseEnd) + 2 * DAY_MS : Infinity
  return { service: { expired: () => given.clock.now().getTime() >= ends } }
}
