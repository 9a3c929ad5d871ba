// The real app over HTTP with its own database, and helpers that create users and items.
import { contract, type Project, type Tab } from '@polylogue/contract'
import { createClient, type Client } from '@polylogue/client'
import { join } from 'node:path'
import type { FurtherNoun } from '#access/items/index.ts'
import { createApp, type App, type AppDeps } from '#app.ts'
import { configFileSchema, type ConfigFile } from '#config-file.ts'
import type { Config } from '#config.ts'
import type { ContextSource } from '#features/answers/index.ts'
import { systemClock, type Clock } from '#platform/clock.ts'
import type { DocumentLimits } from '#platform/documents/index.ts'
import type { OnStatement } from '#platform/db/index.ts'
import { openLog } from '#platform/log.ts'
import { openTestDatabase, type TestDatabase } from './db.ts'

export interface TestUser {
  readonly id: number
  readonly contextId: number
  readonly email: string
  readonly password: string
  readonly client: Client
  readonly token: string
}

export interface TestAppOptions {
  readonly file?: Partial<Record<keyof ConfigFile, unknown>>
  readonly engines?: Partial<Config['engines']>
  readonly clock?: Clock
  readonly admin?: Config['admin']
  readonly s3?: Config['s3']
  /** Interval of checks of the model servers in milliseconds; default one minute. */
  readonly lookEveryMs?: number
  readonly documentLimits?: Partial<DocumentLimits>
  /** What the clients of users' addresses may reach, and how fast. */
  readonly outbound?: AppDeps['outbound']
  readonly addressLimits?: AppDeps['addressLimits']
  readonly contextSources?: readonly ContextSource[]
  readonly figuresFreshMs?: number
  /** How often the job queue is looked at; default as in operation. */
  readonly pollSeconds?: number
  /** Milliseconds without a change of a data source before its test questions run; default as in operation. */
  readonly quietMs?: number
  /** Logs what the database logs. */
  readonly databaseLog?: boolean
  /** Writes scheduled backups. */
  readonly backUp?: AppDeps['backUp']
  /** Called with every statement that the app sends to the database. */
  readonly onStatement?: OnStatement
  /** Additional nouns; `schema` creates their tables. */
  readonly furtherNouns?: readonly (FurtherNoun & { readonly schema: string })[]
  /** Additional features, whose calls are not in the contract. */
  readonly furtherFeatures?: AppDeps['furtherFeatures']
}

export interface TestApp extends AsyncDisposable {
  readonly url: string
  readonly app: App
  readonly db: TestDatabase
  /** A client without a session. */
  readonly nobody: Client
  /** Everything logged so far. */
  logged(): string
  readonly deps: Deps
  close(): Promise<void>
}

export interface Deps {
  /** Creates a signed-in user; by default a staff member. */
  user(of?: { roleId?: number; firstName?: string; tenantContextId?: number }): Promise<TestUser>
  /** A client with an API token. */
  program(value: string): Client
  /** Signs the same user in again. */
  again(user: TestUser): Promise<TestUser>
  project(owner: TestUser, body?: { name?: string; type?: number }): Promise<Project>
  tab(owner: TestUser, project: Project, body?: { defaultModelTagId?: number; name?: string }): Promise<Tab>
  /** Shares an item with a user or a group, directly in the database. */
  share(
    item: { context: { id: number } },
    holder: { contextId: number },
    access?: { write?: boolean; admin?: boolean },
  ): Promise<void>
  /** Creates a group of a type with direct members (users or groups), directly in the database. */
  group(typeId: 2 | 3 | 6, members: readonly { contextId: number }[]): Promise<{ contextId: number }>
}

export const PASSWORD = 'Ein-guter-Satz-42'

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  let lines = ''
  const log = openLog('debug', { write: (line) => void (lines += line) })
  const { databaseLog, onStatement } = options
  const db = await openTestDatabase({
    ...(databaseLog ? { log } : {}),
    ...(onStatement ? { onStatement } : {}),
  })
  const config: Config = {
    version: '1.0.0-test',
    host: '127.0.0.1',
    port: 0,
    dataDir: db.dataDir,
    databaseUrl: db.databaseUrl,
    admin: options.admin,
    secret: undefined,
    engines: { ollamaUrl: undefined, openaiBaseUrl: undefined, openaiApiKey: undefined, ...options.engines },
    s3: options.s3,
    // Tests enable the embedded engine explicitly.
    file: configFileSchema.parse({
      embedded: { enabled: false },
      localServers: [],
      chatTitles: false,
      recognitionLanguages: [],
      ...options.file,
    }),
  }
  const { furtherNouns = [] } = options
  for (const { schema } of furtherNouns) await db.pool.query(schema)
  const app = await createApp({
    furtherNouns,
    ...(options.furtherFeatures ? { furtherFeatures: options.furtherFeatures } : {}),
    config,
    db,
    log,
    clock: options.clock ?? systemClock,
    home: join(import.meta.dirname, '..'),
    checkReplies: true,
    documentLimits: options.documentLimits,
    outbound: options.outbound,
    addressLimits: options.addressLimits,
    pollSeconds: options.pollSeconds,
    quietMs: options.quietMs,
    ...(options.contextSources ? { contextSources: options.contextSources } : {}),
    ...(options.figuresFreshMs === undefined ? {} : { figuresFreshMs: options.figuresFreshMs }),
    ...(options.backUp ? { backUp: options.backUp } : {}),
    ...(options.lookEveryMs === undefined ? {} : { lookEveryMs: options.lookEveryMs }),
    passwordCost: { memoryCost: 64, timeCost: 1 },
  })
  const url = await app.listen()
  let closing: Promise<void> | undefined
  const close = () => (closing ??= app.close(0).then(() => db.close()))
  return {
    url,
    app,
    db,
    nobody: createClient({ baseUrl: url }),
    logged: () => lines,
    deps: depsOf(url, app, db),
    close,
    [Symbol.asyncDispose]: close,
  }
}

let count = 0

function depsOf(url: string, app: App, db: TestDatabase): Deps {
  return {
    async user({ roleId = 4, firstName = 'Petra', tenantContextId } = {}) {
      const email = `person${++count}@example.org`
      const input = { firstName, lastName: `Person ${count}`, email, password: PASSWORD }
      const prepared = await app.users.prepare(input)
      const person = await db.transaction((tx) =>
        app.users.create(tx, prepared, { roleId, ...(tenantContextId ? { tenantContextId } : {}) }),
      )
      const { id, contextId } = person
      return { id, contextId, email, password: PASSWORD, ...(await signedIn(url, email)) }
    },
    program: (value) => createClient({ baseUrl: url, token: () => value }),
    again: async (user) => ({ ...user, ...(await signedIn(url, user.email)) }),
    async project(owner, body = {}) {
      const { data } = await owner.client.call(contract.projects.create, {
        body: { name: 'A project', ...body },
      })
      return data.project
    },
    async tab(owner, project, body = {}) {
      const { data } = await owner.client.call(contract.tabs.create, { params: { id: project.id }, body })
      return data.projecttab
    },
    async share(item, holder, { write = false, admin = false } = {}) {
      await db.pool.query(
        `INSERT INTO associations (context_id, assoc_context_id, can_write, can_admin) VALUES ($1, $2, $3, $4)
         ON CONFLICT (context_id, assoc_context_id) DO UPDATE SET can_write = $3, can_admin = $4`,
        [item.context.id, holder.contextId, write || admin, admin],
      )
    },
    async group(typeId, members) {
      const made = await db.pool.query<{ id: number }>(
        `INSERT INTO contexts (uuid, type_id, name, owner_context_id) VALUES (gen_random_uuid(), $1, 'A group', 1) RETURNING id`,
        [typeId],
      )
      const contextId = made.rows[0]?.id ?? 0
      for (const member of members)
        await db.pool.query('INSERT INTO associations (context_id, assoc_context_id) VALUES ($1, $2)', [
          contextId,
          member.contextId,
        ])
      return { contextId }
    },
  }
}

async function signedIn(url: string, email: string): Promise<{ client: Client; token: string }> {
  const { data } = await createClient({ baseUrl: url }).call(contract.auth.authenticate, {
    body: { userName: email, userPassword: PASSWORD },
  })
  return { token: data.access_token, client: createClient({ baseUrl: url, token: () => data.access_token }) }
}
