import type { Log } from '../../platform/log.ts'
import { SecretsError, type Secrets } from '../../platform/secrets.ts'

/**
 * A provider's key as its host takes it; undefined when it has none, or when it was stored under another secret, as after a
 * restore without the old one: it is then entered again, and until then its host refuses what it is asked.
 */
export function openKey(secrets: Secrets, stored: string | null, log?: Log): string | undefined {
  if (stored === null) return undefined
  try {
    return secrets.decrypt(stored)
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error
    log?.warn({ err: error }, 'the key of a provider cannot be read: enter it again')
    return undefined
  }
}
