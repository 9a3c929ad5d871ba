// Users and sessions on a real database, with a controlled clock.
import type { CallData, CallMeta, contract } from '@polylogue/contract'
import { openTestDatabase, type TestDatabase } from '#test/db.ts'
import type { Person } from '#access/index.ts'
import { configFileSchema, type ConfigFile } from '#config-file.ts'
import type { RequestFacts } from '#http/routes.ts'
import { openBus, type Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import { openLog } from '#platform/log.ts'
import { openOutbound } from '#platform/outbound/index.ts'
import { openSecrets } from '#platform/secrets.ts'
import { auditFeature } from '#features/audit/index.ts'
import { licenceFeature } from '#features/licence/index.ts'
import { tokensFeature, type TokensFeature } from '#features/tokens/index.ts'
import {
  usersFeature,
  type PasswordCost,
  type Account,
  type PersonInput,
  type UsersFeature,
} from '#features/users/index.ts'
import { authFeature, type AuthFeature, type ConfiguredAdmin } from '../index.ts'

export const PASSWORD = 'Ein-guter-Satz-42'
export const HOME = { address: '192.0.2.1', agent: 'a browser' }

/** The facts of a request from `HOME`. */
export const FACTS: RequestFacts = {
  ...HOME,
  source: HOME.address,
  requestId: 'a-request',
  bearer: undefined,
  page: { origin: undefined, isOwn: false },
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
  readonly tokens: TokensFeature
  /** Returns everything logged so far. */
  logged(): string
  /** Creates a user with `PASSWORD`, or another password. */
  person(options?: GivenPerson): Promise<Account>
  viewer(person: Account): Promise<Person>
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
  readonly emailProven?: boolean
}

export function heldClock(): HeldClock {
  let now = Date.now()
  return { now: () => new Date(now), advance: (ms) => (now += ms) }
}

let count = 0

export interface InstallationOptions {
  readonly admin?: ConfiguredAdmin
  /** The configuration file. */
  readonly file?: Partial<Record<keyof ConfigFile, unknown>>
  /** Undefined: the product's default. */
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
  const audit = auditFeature({ db, clock, log, types: [], keepDays: () => 365 }).service
  const people = () =>
    usersFeature({
      db,
      clock,
      bus,
      audit,
      minimumPasswordStrength: () => 40,
      allowDeleteOwnProfile: () => false,
      licence,
      endSessions: (tx, userId) => auth.endSessionsOf(tx, userId),
      belongings: () => [],
      projectIdsOf: () => Promise.resolve([]),
      passwordCost,
    })
  const users = people()
  const file = configFileSchema.parse(options.file ?? {})
  const config = {
    ...file,
    admin: options.admin,
    allowSignUp: () => file.allowSignUp,
    signUpRoleId: () => file.signUpRoleId,
    minimumPasswordStrength: () => file.minimumPasswordStrength,
  }
  const outbound = openOutbound({ log })
  const tokens = tokensFeature({ db, clock, log, secrets, bus, audit })
  const given = {
    db,
    clock,
    log,
    secrets,
    bus,
    audit,
    outbound,
    config,
    endTokensOf: tokens.service.endOwn,
    endEveryTokenOf: tokens.service.endEvery,
  }
  const another = () => authFeature({ ...given, users: people() })
  const auth = authFeature({ ...given, users })
  return {
    db,
    clock,
    bus,
    users,
    auth,
    tokens,
    logged: () => lines,
    async person({
      email = `person${++count}@example.org`,
      password = PASSWORD,
      firstName = 'Petra',
      ...rest
    } = {}) {
      const prepared = await users.service.prepare({ firstName, lastName: 'Account', email, password })
      return db.transaction((tx) => users.service.create(tx, prepared, { roleId: 4, ...rest }))
    },
    async viewer(person) {
      const { pair } = await auth.service.signIn({ userName: person.email, userPassword: PASSWORD }, HOME)
      return auth.sessions.viewerOf(pair.access_token, FACTS)
    },
    another,
    async [Symbol.asyncDispose]() {
      await auth.close()
      await tokens.close()
      await bus.close()
      await db.close()
    },
  }
}

/** Returns the set-up call without HTTP. */
export function openSetUp(auth: AuthFeature) {
  return (body: PersonInput & { key: string }, address = HOME.address) =>
    knock(auth, 'setUp', { body }, { address })
}

type Auth = typeof contract.auth

/** The response of a call without HTTP, with `meta` where the call has one. */
type Answered<Name extends keyof Auth> =
  CallMeta<Auth[Name]> extends undefined
    ? CallData<Auth[Name]>
    : { data: CallData<Auth[Name]>; meta: CallMeta<Auth[Name]> }

/** Makes a call without HTTP, from `HOME` unless the facts say otherwise. */
export async function knock<Name extends keyof Auth>(
  auth: AuthFeature,
  name: Name,
  { viewer, ...input }: { viewer?: Person; params?: unknown; body?: unknown },
  facts: Partial<RequestFacts> = {},
): Promise<Answered<Name>> {
  const handler = auth.routes.handlers[name]
  if (!handler) throw new Error('There is no such call')
  const given = { params: undefined, query: undefined, body: undefined, ...input }
  return (await handler(viewer as never, given as never, { ...FACTS, ...facts })) as Answered<Name>
}
