// People and sessions on a real database, with a clock that the test holds.
import { openTestDatabase, type TestDatabase } from '../../../../test/db.ts'
import type { Viewer } from '../../../access/index.ts'
import { configFileSchema } from '../../../config-file.ts'
import type { RequestFacts } from '../../../http/routes.ts'
import { openBus, type Bus } from '../../../platform/bus/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { openLog } from '../../../platform/log.ts'
import { openSecrets } from '../../../platform/secrets.ts'
import { licenceFeature } from '../../licence/index.ts'
import {
  usersFeature,
  type PasswordCost,
  type Person,
  type PersonInput,
  type UsersFeature,
} from '../../users/index.ts'
import { authFeature, type AuthFeature, type ConfiguredAdmin } from '../index.ts'

export const PASSWORD = 'Ein-guter-Satz-42'
export const HOME = { address: '192.0.2.1', agent: 'a browser' }

/** What a request from `HOME` says of itself. */
export const FACTS: RequestFacts = {
  ...HOME,
  requestId: 'a-request',
  bearer: undefined,
  lastEventId: 0,
  gone: new AbortController().signal,
}

export interface HeldClock extends Clock {
  advance(ms: number): void
}

export interface Installation extends AsyncDisposable {
  readonly db: TestDatabase
  readonly clock: HeldClock
  readonly bus: Bus
  readonly users: UsersFeature
  readonly auth: AuthFeature
  /** Everything logged so far. */
  logged(): string
  /** A person with `PASSWORD`, or another. */
  person(given?: GivenPerson): Promise<Person>
  viewer(person: Person): Promise<Viewer>
  /** Another process of the same installation. */
  another(): AuthFeature
}

export interface GivenPerson {
  readonly email?: string
  readonly password?: string
  readonly firstName?: string
  readonly roleId?: number
  readonly tenantContextId?: number
  readonly canUseUi?: boolean
}

export function heldClock(): HeldClock {
  let now = Date.now()
  return { now: () => new Date(now), advance: (ms) => (now += ms) }
}

let count = 0

export interface InstallationOptions {
  readonly admin?: ConfiguredAdmin
  /** Undefined: the product's. */
  readonly passwordCost?: PasswordCost | undefined
}

const CHEAP: PasswordCost = { memoryCost: 64, timeCost: 1 }

export async function openInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const db = await openTestDatabase()
  const clock = heldClock()
  let lines = ''
  const log = openLog('debug', { write: (line) => void (lines += line) })
  const bus = await openBus({ db, log })
  const secrets = openSecrets({ dataDir: db.dataDir })
  const passwordCost = 'passwordCost' in options ? options.passwordCost : CHEAP
  const licence = licenceFeature({ license: configFileSchema.parse({}).license, clock }).service
  const people = () =>
    usersFeature({ db, clock, config: { minimumPasswordStrength: 40 }, licence, passwordCost })
  const users = people()
  const config = {
    session: { accessMinutes: 15, refreshDays: 30, absoluteDays: 90 },
    minimumPasswordStrength: 40,
    admin: options.admin,
  }
  const another = () => authFeature({ db, clock, log, secrets, bus, users: people(), config })
  const auth = authFeature({ db, clock, log, secrets, bus, users, config })
  return {
    db,
    clock,
    bus,
    users,
    auth,
    logged: () => lines,
    async person({
      email = `person${++count}@example.org`,
      password = PASSWORD,
      firstName = 'Petra',
      ...rest
    } = {}) {
      const prepared = await users.service.prepare({ firstName, lastName: 'Person', email, password })
      return db.transaction((tx) => users.service.create(tx, prepared, { roleId: 4, ...rest }))
    },
    async viewer(person) {
      const { pair } = await auth.service.signIn({ userName: person.email, userPassword: PASSWORD }, HOME)
      return auth.sessions.viewerOf(pair.access_token, FACTS)
    },
    another,
    async [Symbol.asyncDispose]() {
      await bus.close()
      await db.close()
    },
  }
}

/** The set-up call as HTTP makes it, without HTTP. */
export function openSetUpDoor(auth: AuthFeature) {
  return (body: PersonInput & { key: string }, address = HOME.address) => {
    const { setUp } = auth.routes.handlers
    if (!setUp) throw new Error('There is no such call')
    const input = { params: undefined, query: undefined, body }
    return Promise.resolve(setUp(undefined as never, input as never, { ...FACTS, address }))
  }
}
