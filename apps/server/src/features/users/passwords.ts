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
  /** Whether a password is the one hashed. Without a hash (undefined or empty) it takes as long and is false. */
  verify(hashed: string | undefined, password: string): Promise<boolean>
  /** The hash that a password now compared as right should have; undefined when `hashed` costs what is right today. */
  rehash(hashed: string, password: string): Promise<string | undefined>
}

/** Hashing and comparing passwords. */
export interface Passwords {
  /**
   * Runs work that hashes, in its turn. Never call it inside itself.
   * @throws Problem SERVER_BUSY when too many wait.
   */
  inTurn<T>(work: (hasher: Hasher) => Promise<T>): Promise<T>
}

/** Who has their turn and waits for the database meanwhile lets others hash. */
const BESIDE = 3

export function openPasswords(cost = COST): Passwords {
  // One core stays free for everything else; four at once take 256 MiB.
  const cores = Math.min(Math.max(availableParallelism() - 1, 1), 4)
  const inTurn = openTurns({ atOnce: cores + BESIDE, waiting: 256, patienceMs: 10_000 })
  const onCore = openTurns({ atOnce: cores, waiting: cores + BESIDE, patienceMs: 60_000 })
  const nobodys = hashOfNothing(cost)
  const make = (password: string) =>
    onCore(() => hash(password, { ...cost, algorithm: ARGON2ID, parallelism: 1 }))
  const hasher: Hasher = {
    hash: make,
    async verify(hashed, password) {
      // Somebody who signs in through an identity provider has an empty one.
      const right = await onCore(() => verify(hashed || nobodys, password))
      return Boolean(hashed) && right
    },
    async rehash(hashed, password) {
      return hashed.startsWith(beginning(cost)) ? undefined : make(password)
    },
  }
  return { inTurn: (work) => inTurn(() => work(hasher)) }
}

/** How every hash of a cost begins: algorithm, version and parameters. */
function beginning({ memoryCost, timeCost }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`
}

/** A hash of the same cost that no password has. */
function hashOfNothing(cost: PasswordCost): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `${beginning(cost)}${base64(SALT_BYTES)}$${base64(HASH_BYTES)}`
}
