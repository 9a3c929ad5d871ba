// A pending sign-in at the identity provider. It is encrypted into the key that the browser keeps: starting one stores
// nothing, so that nobody can exhaust storage (decision 19).
import { z } from 'zod'
import type { Secrets } from '#platform/secrets.ts'

const begunSchema = z.object({
  purpose: z.literal('sso'),
  state: z.string(),
  nonce: z.string(),
  /** RFC 7636. */
  verifier: z.string(),
  redirectUri: z.string(),
  /** Milliseconds since 1970. */
  until: z.number(),
})

export type Begun = Omit<z.infer<typeof begunSchema>, 'purpose'>

/** Returns the key with which the browser returns. */
export function sealBegun(secrets: Pick<Secrets, 'encrypt'>, begun: Begun): string {
  return secrets.encrypt(JSON.stringify({ ...begun, purpose: 'sso' }))
}

/** Returns the content of a key; undefined for a forged or changed key. */
export function openBegun(secrets: Pick<Secrets, 'decrypt'>, key: string): Begun | undefined {
  try {
    return begunSchema.safeParse(JSON.parse(secrets.decrypt(key))).data
  } catch {
    return undefined
  }
}
