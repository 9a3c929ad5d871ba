// The addresses of visitors as keyed hashes: a day's salt is encrypted with the installation's secret and deleted soon after.
import { createHmac } from 'node:crypto'
import type { Database } from '#platform/db/index.ts'
import { readable, type Secrets } from '#platform/secrets.ts'
import * as store from './store.ts'

export interface Addresses {
  /** Returns what stands for an address on a day. */
  hashOf(address: string, day: string): Promise<Buffer>
}

export function openAddresses({
  db,
  secrets,
}: {
  readonly db: Pick<Database, 'orm'>
  readonly secrets: Secrets
}): Addresses {
  let today: { readonly day: string; readonly key: Promise<string> } | undefined
  const keyOf = async (day: string) => {
    const made = secrets.encrypt(secrets.randomToken())
    const stored = await store.saltOf(db.orm, day, made)
    // One that was encrypted with another secret, as after a restore, is replaced: that day's counts begin anew.
    return (
      readable(secrets, stored) ?? secrets.decrypt(await store.replaceSalt(db.orm, { day, stored, made }))
    )
  }
  return {
    async hashOf(address, day) {
      if (today?.day !== day) today = { day, key: keyOf(day) }
      const { key } = today
      try {
        return createHmac('sha256', await key)
          .update(address)
          .digest()
      } catch (error) {
        // Without the database there was no salt: the next question tries again.
        if (today?.key === key) today = undefined
        throw error
      }
    },
  }
}
