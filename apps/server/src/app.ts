// The system on one page: every feature and what it is given. The only place that hands things out.
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { publicConfig } from './config-file.ts'
import type { Config } from './config.ts'
import type { Engine } from './engines/engine.ts'
import { openGuide } from './engines/guide/index.ts'
import { createEngine } from './engines/registry.ts'
import { attachmentsFeature } from './features/attachments/index.ts'
import { authFeature } from './features/auth/index.ts'
import { generationFeature, historySource } from './features/generation/index.ts'
import { helpFeature } from './features/help/index.ts'
import { licenceFeature } from './features/licence/index.ts'
import { modelsFeature, openConnections, storeConfigured, type Provider } from './features/models/index.ts'
import { projectsFeature } from './features/projects/index.ts'
import { queriesFeature } from './features/queries/index.ts'
import { searchFeature } from './features/search/index.ts'
import { settingsFeature } from './features/settings/index.ts'
import { tabsFeature } from './features/tabs/index.ts'
import { toolsFeature } from './features/tools/index.ts'
import { usersFeature, type PasswordCost, type UsersService } from './features/users/index.ts'
import { createHttp } from './http/server.ts'
import { openBlobs } from './platform/blobs/index.ts'
import { openBus } from './platform/bus/index.ts'
import type { Clock } from './platform/clock.ts'
import { openControl } from './platform/control/index.ts'
import type { Database } from './platform/db/index.ts'
import { openDocuments } from './platform/documents/index.ts'
import { openJobs, type JobKind } from './platform/jobs/index.ts'
import type { Log } from './platform/log.ts'
import { addMetrics } from './platform/metrics.ts'
import { openOutbound } from './platform/outbound/index.ts'
import { openSecrets } from './platform/secrets.ts'

export interface AppGiven {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  readonly clock: Clock
  /** The server's own folder, with `static/` in it. */
  readonly home: string
  /** For tests: replies are compared with the contract. */
  readonly checkReplies?: boolean
  /** For tests: what hashing a password costs. */
  readonly passwordCost?: PasswordCost
}

export interface App {
  /** The one-time key of the set-up page while there is no user. */
  readonly setUpKey: string | undefined
  /** People, for programs that run the app itself. */
  readonly users: UsersService
  /** Begins to answer; returns the address. */
  listen(): Promise<string>
  /** Takes nothing new, gives running answers so many milliseconds, saves, closes everything. */
  close(graceMs: number): Promise<void>
}

/** The ground floor: what features stand on. */
async function openGround({ config, db, log, clock, home }: AppGiven) {
  const outbound = openOutbound({ log })
  return {
    config,
    db,
    log,
    clock,
    outbound,
    secrets: openSecrets({ secret: config.secret, dataDir: config.dataDir }),
    bus: await openBus({ db, log }),
    jobs: openJobs({ pool: db.pool, log }),
    blobs: openBlobs({
      folder: join(config.dataDir, 'blobs'),
      s3: config.s3,
      outbound,
      guardWrite: () => db.guardWrite(),
    }),
    documents: openDocuments(),
    staticRoots: [join(config.dataDir, 'static'), join(home, 'static')],
  }
}

type Ground = Awaited<ReturnType<typeof openGround>>

/** People: who they are, how they sign in, what they set. */
function openPeople(
  { config, db, clock, log, secrets, bus }: Ground,
  passwordCost: PasswordCost | undefined,
) {
  const users = usersFeature({ db, clock, config: config.file, passwordCost })
  const signIn = { ...config.file, admin: config.admin }
  return {
    users,
    auth: authFeature({ db, clock, log, secrets, bus, users, config: signIn }),
    settings: settingsFeature({ db, clock }),
    licence: licenceFeature({ clock, license: config.file.license }),
  }
}

type People = ReturnType<typeof openPeople>

/** Models and the engines that run them. */
function openModels({ db, clock, log, secrets, outbound, staticRoots }: Ground) {
  const help = helpFeature({ folders: staticRoots })
  const models = modelsFeature({
    db,
    clock,
    log,
    secrets,
    streamsOf: () => true,
    optionsOf: (kind) => connections.optionsOf(kind),
  })
  const connect = (provider: Provider): Engine | undefined => {
    if (provider.kind === 'guide') return openGuide(help)
    const remote = { baseUrl: provider.baseUrl ?? '', apiKey: provider.apiKey, local: provider.isLocal }
    if (provider.kind === 'openai') return createEngine({ kind: 'openai', ...remote }, outbound)
    return provider.kind === 'ollama' ? createEngine({ kind: 'ollama', ...remote }, outbound) : undefined
  }
  const connections = openConnections({ discovery: models.discovery, connect, log })
  return { models, connections }
}

type Models = ReturnType<typeof openModels>

/** Talking: projects, tabs, messages, answers, and finding them again. */
function openTalking(ground: Ground, { settings }: People, { models, connections }: Models) {
  const { config, db, clock, log, bus, jobs, blobs, documents } = ground
  const queries = queriesFeature({ db, blobs, bus, jobs, live: (messageId) => generation.live(messageId) })
  const shared = { db, clock, bus, models: models.service, queries: queries.service }
  const tabs = tabsFeature(shared)
  const projects = projectsFeature({ ...shared, settings: settings.service, tabs: tabs.service })
  const search = searchFeature({ db })
  const attachments = attachmentsFeature({ blobs, documents, clock })
  const generation = generationFeature({
    ...shared,
    log,
    limits: config.file.limits,
    engineOf: (providerId) => connections.engineOf(providerId),
    tabs: tabs.service,
    attachments: attachments.service,
    // In the order of the prompt; the question comes last.
    sources: [historySource({ db, blobs })],
    onEnded: (messageIds) => search.service.indexMessages(messageIds),
  })
  return { queries, tabs, projects, search, generation }
}

/** Puts the system together on an open database. Nothing answers before `listen`. */
export async function createApp(given: AppGiven): Promise<App> {
  const ground = await openGround(given)
  const { config, db, log, clock } = ground
  const people = openPeople(ground, given.passwordCost)
  const engines = openModels(ground)
  const talking = openTalking(ground, people, engines)
  const tools = toolsFeature({ db, version: config.version })
  const { auth, users, settings } = people
  const { queries, tabs, projects, search, generation } = talking
  const features = [auth, users, settings, projects, tabs, queries, engines.models, generation, search, tools]
  const registry = new Registry()
  addMetrics(registry, { db, answers: () => generation.count() })
  const http = await createHttp({
    config: { host: config.host, port: config.port, ...config.file },
    routes: features.map((feature) => feature.routes),
    sessions: auth.sessions,
    licence: people.licence.service,
    log,
    clock,
    registry,
    translate: (error) => db.problemOf(error),
    webRoot: join(given.home, '..', 'web', 'dist'),
    staticRoots: ground.staticRoots,
    files: tools.files,
    publicConfig: () => publicConfig(config.file, config.version),
    checkReplies: given.checkReplies ?? false,
  })
  await storeConfigured(config.engines, engines.models.discovery)
  await generation.start()
  await engines.connections.start()
  const first = await auth.ensureFirstUser()
  const control = await openControl({ dataDir: config.dataDir, db, log })
  const later = startLater(ground, { jobs: [...auth.jobs, ...queries.jobs], catchUp: search.service.catchUp })
  return {
    setUpKey: first?.setUpKey,
    users: users.service,
    async listen() {
      const { url } = await http.listen()
      later.begin()
      return url
    },
    async close(graceMs) {
      later.end()
      await generation.close(graceMs)
      await http.close()
      await control.close()
      await ground.jobs.close()
      await engines.connections.close()
      ground.documents.close()
      await ground.bus.close()
      await db.close()
    },
  }
}

/** What begins once people are answered: jobs, and the search index of what a process that died left out. */
function startLater(
  { jobs, log }: Ground,
  given: { jobs: readonly JobKind<never>[]; catchUp: (signal: AbortSignal) => Promise<void> },
) {
  const ending = new AbortController()
  return {
    begin() {
      jobs.start(given.jobs).catch((error: unknown) => log.error({ err: error }, 'jobs did not start'))
      given.catchUp(ending.signal).catch((error: unknown) => {
        if (!ending.signal.aborted) log.error({ err: error }, 'the search index is behind')
      })
    },
    end: () => ending.abort(),
  }
}
