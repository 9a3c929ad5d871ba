// Argon2id and zxcvbn off the event loop, with limited concurrency and a low priority (SIGNIN-9).
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { openTurns } from '#platform/turns.ts'
import { openPasswordThreads, type Hashing } from './password-threads.ts'

/** Cost of one hash: KiB of memory, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

// 64 MiB and four passes: about 65 ms on one core of 2026.
const COST: PasswordCost = { memoryCost: 65_536, timeCost: 4 }

// The package exports its enum as a type only.
const ARGON2ID = 2

const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hash operations available during a turn of the queue. */
export interface Hasher {
  hash(password: string): Promise<string>
  /** Whether a password matches a hash. Without a hash (undefined or empty) it takes as long and returns false. */
  verify(hashed: string | undefined, password: string): Promise<boolean>
  /** Returns a new hash of a verified password; undefined when `hashed` already has the current cost. */
  rehash(hashed: string, password: string): Promise<string | undefined>
}

/** Hashes, compares and judges passwords. */
export interface Passwords {
  /**
   * Queues work that hashes. Must not be nested. With `isFirst` it has every second turn, whatever else waits.
   * @throws Problem SERVER_BUSY when the queue is full.
   */
  inTurn<T>(work: (hasher: Hasher) => Promise<T>, options?: { readonly isFirst: boolean }): Promise<T>
  /**
   * Queues the judgement of a password from 0 to 100 (SIGNIN-9); `known` are words that others know about the user. Must
   * not be nested in `inTurn`.
   * @throws Problem SERVER_BUSY when the queue is full.
   */
  strength(password: string, known: readonly string[]): Promise<number>
}

/** Below this cost a hash takes less time than its way to a thread and back. */
const CHEAP_KIB = 1_024
const inPool: Hashing = { hash, verify }

/** Extra turns: work that waits for the database lets others hash. */
const BESIDE = 3

// Leaves one core for everything else; four at once take 256 MiB.
const cores = Math.min(Math.max(availableParallelism() - 1, 1), 4)
// Shared by the whole process, because each thread loads the dictionaries.
const threads = openPasswordThreads(cores)

export function openPasswords(cost = COST): Passwords {
  const inTurn = openTurns({ atOnce: cores + BESIDE, waiting: 256, timeoutMs: 10_000 })
  const onCore = openTurns({ atOnce: cores, waiting: cores + BESIDE, timeoutMs: 60_000 })
  const hashing = cost.memoryCost < CHEAP_KIB ? inPool : threads
  const nobodys = hashOfNothing(cost)
  const make = (password: string) =>
    onCore(() => hashing.hash(password, { ...cost, algorithm: ARGON2ID, parallelism: 1 }))
  const hasher: Hasher = {
    hash: make,
    async verify(hashed, password) {
      // The hash is empty for users of an identity provider.
      const right = await onCore(() => hashing.verify(hashed || nobodys, password))
      return Boolean(hashed) && right
    },
    async rehash(hashed, password) {
      return hashed.startsWith(beginning(cost)) ? undefined : make(password)
    },
  }
  return {
    inTurn: (work, options) => inTurn(() => work(hasher), options),
    strength: (password, known) => inTurn(() => onCore(() => threads.judge(password, known))),
  }
}

/** Returns the common prefix of all hashes of a cost: algorithm, version and parameters. */
function beginning({ memoryCost, timeCost }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`
}

/** Returns a hash of the same cost that matches no password. */
function hashOfNothing(cost: PasswordCost): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `${beginning(cost)}${base64(SALT_BYTES)}$${base64(HASH_BYTES)}`
}
