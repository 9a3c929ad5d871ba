// The data of the crawl: an owner whose items contain a canary, users with every access level, and strangers.
import { expect, vi } from 'vitest'
import { API_ROOT, contract, type Call } from '@polylogue/contract'
import { openGuests } from '../guests.ts'
import { testApp, type TestApp, type TestUser } from '../test-app.ts'
import { fingerprint, type Fingerprint } from './fingerprint.ts'
import { attached, CANARY, the, VISITOR_TOKEN, visitorSession } from './item-things.ts'
import { openModelsWorld } from './models-things.ts'
import { openThings, type Things } from './things.ts'
import { VIEWERS, type ViewerName } from './viewers.ts'

export interface World extends AsyncDisposable {
  readonly app: TestApp
  readonly people: Readonly<Record<ViewerName, TestUser | undefined>>
  readonly owner: TestUser
  readonly standing: Things
  /** Makes new ones of these things; the others are the standing ones. */
  fresh(wanted: ReadonlySet<string>): Promise<Things>
  /** The viewer's own project and tab; the owner's if the viewer is no user. */
  own(who: ViewerName): { projectId: number; tabId: number }
  /** A message of the owner with an attachment. */
  readonly attachedId: number
  /** Waits until no answer and no deployment is in progress, and signs in users whose session was ended. */
  settled(): Promise<void>
  /** Reads the state of everything that calls can change; refused calls leave it the same. */
  fingerprint(): Promise<Fingerprint>
  /** Makes a call as a viewer; the reply's text is empty for a stream. */
  tokenOf(who: ViewerName): string | undefined
  send(call: Call, who: ViewerName, ask: Ask): Promise<{ status: number; text: string }>
}

export interface Ask {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
}

const ROLES: Partial<Record<ViewerName, number>> = { superUser: 1, administrator: 3, teamLead: 8, guest: 6 }

/** Well-formed, but it does not exist. */
const UNKNOWN_TOKEN = `plg_${'a'.repeat(43)}`

/** Viewers who are no users. */
const NO_USERS: readonly ViewerName[] = ['sharedLink', 'chatbotVisitor', 'unknownToken', 'nobody']

/** Milliseconds that opening it may take: it has every noun, and three files open one, beside other tests on a slow machine. */
export const OPENS_MS = 180_000

export async function openWorld(): Promise<World> {
  // No background checks of model servers: what they store belongs to no call.
  // A fast machine makes more calls than one person may.
  const guests = openGuests()
  const app = await testApp({
    lookEveryMs: 3_600_000,
    file: { httpShareEnabled: true, limits: { requestsPerMinute: 100_000 } },
    furtherFeatures: guests.features,
  })
  const tenant = await app.deps.group(6, [])
  const people = {} as Record<ViewerName, TestUser | undefined>
  for (const who of VIEWERS)
    people[who] = NO_USERS.includes(who) || who === 'apiToken' ? undefined : await person(who)
  const owner = the(people.owner)
  people.apiToken = await program(app, owner)
  const models = await openModelsWorld(app, the(people.superUser))
  const nobodysRole = the(people.disabled)
  await app.db.pool.query('UPDATE users SET can_use_ui = false WHERE id = $1', [nobodysRole.id])
  await app.db.pool.query('UPDATE users SET must_change_password = true WHERE id = $1', [
    the(people.passwordDue).id,
  ])
  const team = await app.deps.group(3, [the(people.member)])
  const inner = await app.deps.group(3, [the(people.transitive)])
  const unit = await app.deps.group(2, [inner])

  function person(who: ViewerName): Promise<TestUser> {
    const roleId = ROLES[who]
    return app.deps.user({
      firstName: who === 'owner' ? 'Olga' : 'Petra',
      ...(roleId ? { roleId } : {}),
      ...(who === 'otherTenant' ? { tenantContextId: tenant.contextId } : {}),
    })
  }

  async function shareAll(things: { context: { id: number } }): Promise<void> {
    await app.db.pool.query(
      `INSERT INTO associations (context_id, assoc_context_id, can_write, can_admin)
       VALUES ($1, $2, false, false), ($1, $3, true, false), ($1, $4, true, true), ($1, $5, false, false),
         ($1, $6, false, false), ($1, $7, true, true)`,
      [
        things.context.id,
        the(people.reader).contextId,
        the(people.writer).contextId,
        the(people.itemAdmin).contextId,
        team.contextId,
        unit.contextId,
        // A share does not work across tenants.
        the(people.otherTenant).contextId,
      ],
    )
  }

  async function group(): Promise<number> {
    const { contextId } = await app.deps.group(3, [the(people.reader)])
    await app.db.pool.query('UPDATE contexts SET owner_context_id = $2, name = $3 WHERE id = $1', [
      contextId,
      owner.contextId,
      `Team ${CANARY}`,
    ])
    await app.deps.share({ context: { id: contextId } }, the(people.writer), { write: true })
    await app.deps.share({ context: { id: contextId } }, the(people.itemAdmin), { admin: true })
    return contextId
  }

  /** Signs in again those users whose session a call has ended. */
  async function awake(names: readonly ViewerName[]): Promise<void> {
    const { rows } = await app.db.pool.query<{ token: string }>(
      `SELECT token FROM unnest($1::text[]) token JOIN sessions ON access_hash = sha256(token::bytea)
       WHERE revoked IS NULL AND access_until > now()`,
      [names.map((who) => the(people[who]).token)],
    )
    const signedIn = new Set(rows.map(({ token }) => token))
    for (const who of names)
      if (!signedIn.has(the(people[who]).token)) people[who] = await app.deps.again(the(people[who]))
  }

  const making = {
    app,
    models,
    async owner() {
      await awake(['owner'])
      return the(people.owner)
    },
    superUser: () => the(people.superUser),
    shareAll,
    group,
  }
  const own = {} as Record<ViewerName, { projectId: number; tabId: number }>
  for (const who of VIEWERS) own[who] = await ownOf(app, usable(who) ? the(people[who]) : owner)
  const things = await openThings(making)
  const { standing } = things
  const tokens: Partial<Record<ViewerName, string>> = {
    sharedLink: guests.link(standing.project),
    chatbotVisitor: VISITOR_TOKEN,
    unknownToken: UNKNOWN_TOKEN,
  }
  return {
    app,
    people,
    owner,
    standing,
    own: (who) => own[who],
    attachedId: await attached(owner, standing.tabId),
    async settled() {
      await vi.waitFor(async () => {
        const { rows } = await app.db.pool.query(
          `SELECT id FROM messages WHERE state < 2 UNION ALL SELECT tab_id FROM replays WHERE state = 0 UNION ALL SELECT id FROM golden_runs WHERE state = 0 UNION ALL SELECT id FROM test_runs WHERE state = 0 UNION ALL SELECT id FROM media WHERE received = size AND (status < 2 OR server_id IS NOT NULL OR recognition = 0) UNION ALL SELECT id FROM notification_events UNION ALL SELECT id FROM chatbot_messages WHERE state = 0 UNION ALL SELECT tag_id FROM deployments WHERE state <> 'failed'`,
        )
        expect(rows).toEqual([])
      }, 30_000)
      await visitorSession(app, standing.chatbot.id)
      await awake(VIEWERS.filter((who) => people[who] && who !== 'disabled' && who !== 'apiToken'))
    },
    fresh: (wanted) => things.fresh(wanted),
    fingerprint: () => fingerprint(app),
    tokenOf: (who) => people[who]?.token ?? tokens[who],
    send: (call, who, ask) => send(app.url, call, people[who]?.token ?? tokens[who], ask),
    async [Symbol.asyncDispose]() {
      await app.close()
      await models[Symbol.asyncDispose]()
    },
  }
}

/** Viewers who can create items. */
const usable = (who: ViewerName) => !NO_USERS.includes(who) && !['disabled', 'passwordDue'].includes(who)

async function ownOf(app: TestApp, someone: TestUser): Promise<{ projectId: number; tabId: number }> {
  const project = await app.deps.project(someone, { name: 'My own' })
  const tab = await app.deps.tab(someone, project)
  return { projectId: project.id, tabId: tab.id }
}

/** Returns a client with a user's API token. */
async function program(app: TestApp, someone: TestUser): Promise<TestUser> {
  const { data } = await someone.client.call(contract.apitokens.saveOfUser, {
    params: { userId: someone.id },
    body: { name: 'A program' },
  })
  const token = the(data.value)
  return { ...someone, token, client: app.deps.program(token) }
}

async function send(
  url: string,
  call: Call,
  token: string | undefined,
  { params = {}, query = {}, body }: Ask,
): Promise<{ status: number; text: string }> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const cut = new AbortController()
  const reply = await fetch(`${url}${API_ROOT}/${path}?${search.toString()}`, {
    method: call.method,
    signal: cut.signal,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const streams = call.reply === 'events' && reply.ok
  const text = streams ? '' : await reply.text()
  if (streams) cut.abort()
  return { status: reply.status, text }
}
