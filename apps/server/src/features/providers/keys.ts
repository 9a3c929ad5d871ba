import type { Log } from '#platform/log.ts'
import { SecretsError, type Secrets } from '#platform/secrets.ts'

/**
 * Decrypts a provider's key; returns undefined when there is none, or when it was encrypted with another secret, as after a
 * restore without the old one: it must then be entered again.
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
