// A sign-in that is at the identity provider just now. It is sealed into the key that the browser keeps: beginning one stores
// nothing, so that nobody uses up what others need (decision 19).
import { z } from 'zod'
import type { Secrets } from '../../../platform/secrets.ts'

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

/** Returns the key under which a browser comes back. */
export function sealBegun(secrets: Pick<Secrets, 'encrypt'>, begun: Begun): string {
  return secrets.encrypt(JSON.stringify({ ...begun, purpose: 'sso' }))
}

/** Returns what a key holds; undefined for one that was not made here, or was changed. */
export function openBegun(secrets: Pick<Secrets, 'decrypt'>, key: string): Begun | undefined {
  try {
    return begunSchema.safeParse(JSON.parse(secrets.decrypt(key))).data
  } catch {
    return undefined
  }
}
