// Argon2id, off the event loop and never more at once than the machine bears (reading 2; S104).
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { openTurns } from '../../platform/turns.ts'

/** What one hash costs: KiB of memory, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

// 64 MiB and four passes: about 65 ms on one core of 2026.
const COST: PasswordCost = { memoryCost: 65_536, timeCost: 4 }

// The package's enum is a type only.
const ARGON2ID = 2

const SALT_BYTES = 16
const HASH_BYTES = 32

/** What may be done while it is one's turn. */
export interface Hasher {
  hash(password: string): Promise<string>
  /** Whether a password is the one hashed. Without a hash it takes as long and is false. */
  verify(hashed: string | undefined, password: string): Promise<boolean>
}

/** Hashing and comparing passwords. */
export interface Passwords {
  /**
   * Runs work that hashes, in its turn. Never call it inside itself.
   * @throws Problem SERVER_BUSY when too many wait.
   */
  inTurn<T>(work: (hasher: Hasher) => Promise<T>): Promise<T>
}

export function openPasswords(cost = COST): Passwords {
  const inTurn = openTurns({
    // One core stays free for everything else; four at once take 256 MiB.
    atOnce: Math.min(Math.max(availableParallelism() - 1, 1), 4),
    waiting: 256,
    patienceMs: 10_000,
  })
  const nobodys = hashOfNothing(cost)
  const hasher: Hasher = {
    hash: (password) => hash(password, { ...cost, algorithm: ARGON2ID, parallelism: 1 }),
    async verify(hashed, password) {
      const right = await verify(hashed ?? nobodys, password)
      return hashed !== undefined && right
    },
  }
  return { inTurn: (work) => inTurn(() => work(hasher)) }
}

/** A hash of the same cost that no password has. */
function hashOfNothing({ memoryCost, timeCost }: PasswordCost): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$${base64(SALT_BYTES)}$${base64(HASH_BYTES)}`
}
