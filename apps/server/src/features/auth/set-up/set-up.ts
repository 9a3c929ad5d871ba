// The first start: creates the super user of an installation without users, exactly once (SIGNIN-10).
import { timingSafeEqual } from 'node:crypto'
import type { Database, Tx } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { openTurns } from '#platform/turns.ts'
import { sourceOf } from '#platform/source.ts'
import { Problem } from '#problem.ts'
import type { PersonInput, PreparedPerson, UsersService } from '#features/users/index.ts'
import type { Attempts } from '../attempts/index.ts'
import type { Origin } from '../proof.ts'
import type { Sessions, SignedInPair } from '../sessions/index.ts'
import * as store from './store.ts'

/** The super user configured in the environment. */
export interface ConfiguredAdmin {
  readonly email: string
  readonly password: string
}

export interface SetUp {
  /**
   * Called at every start. Without users, creates the configured super user, or returns a one-time key to print; keys of
   * earlier starts become invalid.
   * @throws Problem VALIDATION_FAILED when the configured password is too weak.
   */
  ensureFirstUser(): Promise<{ setUpKey: string } | undefined>
  /** Whether this installation has no user yet. */
  isNeeded(): Promise<boolean>
  /** @throws Problem SET_UP_DONE, SET_UP_KEY_INVALID, TOO_MANY_ATTEMPTS, VALIDATION_FAILED */
  setUp(person: PersonInput & { key: string }, origin: Origin): Promise<SignedInPair>
}

/** The name of a configured super user. */
export const CONFIGURED_NAME = { firstName: 'System', lastName: 'Administrator' }

interface Deps {
  readonly db: Database
  readonly log: Log
  readonly secrets: Secrets
  readonly users: UsersService
  readonly attempts: Attempts
  readonly sessions: Sessions
  readonly admin: ConfiguredAdmin | undefined
}

export function openSetUp(deps: Deps): SetUp {
  const { db, secrets, users, admin, log } = deps
  const inTurn = openTurns({ atOnce: 1, waiting: 64, timeoutMs: 20_000 })
  // Cached: an installation that has a user always keeps one.
  let done = false
  const isNeeded = async () => {
    done ||= await users.isAnybodyThere()
    return !done
  }
  return {
    isNeeded,
    async ensureFirstUser() {
      if (!(await isNeeded())) return undefined
      if (admin) {
        const prepared = await users.prepare({ ...CONFIGURED_NAME, ...admin })
        const first = await db.transaction((tx) => createFirst(deps, tx, prepared))
        if (first) log.info({ userId: first.id }, 'the configured super user was created')
        return undefined
      }
      const setUpKey = secrets.randomToken()
      await store.keepKey(db.orm, secrets.digest(setUpKey).toString('base64url'))
      return { setUpKey }
    },
    setUp: (person, origin) =>
      inTurn(async () => {
        if (!(await isNeeded())) throw new Problem('SET_UP_DONE')
        await checkKey(deps, person.key, origin)
        return createAndSignIn(deps, person, origin)
      }),
  }
}

async function createFirst({ users }: Deps, tx: Tx, prepared: PreparedPerson) {
  const first = await users.createFirst(tx, prepared)
  if (first) await store.dropKey(tx)
  return first
}

async function checkKey({ db, secrets, attempts }: Deps, key: string, origin: Origin): Promise<void> {
  const address = sourceOf(origin.address)
  // Counted per source, so that a guessing stranger does not block others from set-up.
  const attempt = { account: `set-up:${address}`, userId: null, address }
  const reserved = await attempts.reserve(attempt)
  const kept = Buffer.from((await store.findKey(db.orm)) ?? '', 'base64url')
  const shown = secrets.digest(key)
  if (kept.length !== shown.length || !timingSafeEqual(kept, shown)) throw new Problem('SET_UP_KEY_INVALID')
  await db.transaction((tx) => attempts.forgive(tx, attempt, reserved))
}

async function createAndSignIn(deps: Deps, person: PersonInput, origin: Origin): Promise<SignedInPair> {
  const prepared = await deps.users.prepare(person)
  const signedIn = await deps.db.transaction(async (tx) => {
    const first = await createFirst(deps, tx, prepared)
    return first && deps.sessions.begin(tx, first.id, origin, { method: 'set-up' })
  })
  if (!signedIn) throw new Problem('SET_UP_DONE')
  deps.log.info({ userId: signedIn.userId, address: origin.address }, 'the super user was created')
  return signedIn
}
