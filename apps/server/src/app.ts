// Creates every feature with its dependencies. The only file that wires features together.
import { streamsOf } from './config-file.ts'
import { answersFeature, historySource, type ContextSource } from './features/answers/index.ts'
import { attachmentsFeature } from './features/attachments/index.ts'
import type { Belongings, FurtherNoun, ItemType } from './access/items/index.ts'
import { auditFeature } from './features/audit/index.ts'
import { authFeature } from './features/auth/index.ts'
import { contextsFeature } from './features/contexts/index.ts'
import { firstStepsFeature } from './features/first-steps/index.ts'
import { goldensetsFeature } from './features/goldensets/index.ts'
import { helpFeature } from './features/help/index.ts'
import { licenceFeature } from './features/licence/index.ts'
import { modelsFeature, type ModelsFeature } from './features/models/index.ts'
import { notificationsFeature } from './features/notifications/index.ts'
import { openAiApiFeature } from './features/openai-api/index.ts'
import { presenceFeature } from './features/presence/index.ts'
import { projectMessages, projectsFeature } from './features/projects/index.ts'
import { providersFeature, storeConfigured } from './features/providers/index.ts'
import { publicationsFeature } from './features/publications/index.ts'
import { queriesFeature } from './features/queries/index.ts'
import { replaysFeature } from './features/replays/index.ts'
import { searchFeature } from './features/search/index.ts'
import { settingsFeature } from './features/settings/index.ts'
import { tabsFeature } from './features/tabs/index.ts'
import { tokensFeature } from './features/tokens/index.ts'
import { usageFeature } from './features/usage/index.ts'
import { usersFeature, type PasswordCost, type UsersService } from './features/users/index.ts'
import { closePlatform, openPlatform, type Platform, type PlatformOptions } from './open-platform.ts'
import { startBackground } from './background.ts'
import { enginesOf } from './model-engines.ts'
import { openHttp } from './open-http.ts'
import { ITEM_TYPES, openNouns } from './open-nouns.ts'
import { openTools } from './open-tools.ts'
import { openControl } from './platform/control/index.ts'

type Base = Platform & { readonly types: readonly ItemType[] }

export interface AppDeps extends PlatformOptions {
  readonly furtherNouns?: readonly FurtherNoun[]
  /** For tests: checks replies against the contract. */
  readonly checkReplies?: boolean
  /** For tests: the polling interval of the model servers in milliseconds. */
  readonly lookEveryMs?: number
  /** For tests: additional context sources, placed before the product's. */
  readonly contextSources?: readonly ContextSource[]
  /** For tests: the cost of hashing a password. */
  readonly passwordCost?: PasswordCost
}

export interface App {
  /** The one-time key of the set-up page; undefined once a user exists. */
  readonly setUpKey: string | undefined
  /** The user service, for programs that embed the app. */
  readonly users: UsersService
  /** Starts to accept requests; returns the address. */
  listen(): Promise<string>
  /** Refuses new requests, lets running answers continue for `graceMs`, saves, and closes everything. */
  close(graceMs: number): Promise<void>
}

/** Opens the features for people: users, sign-in, settings. */
function openPeople(
  { config, db, clock, log, secrets, bus, outbound, types }: Base,
  passwordCost: PasswordCost | undefined,
  /** Available when all features are open: the belongings of people, and their projects. */
  lazy: { belongings: () => readonly Belongings[]; projects: () => ReturnType<typeof projectsFeature> },
) {
  const licence = licenceFeature({ clock, license: config.file.license })
  const audit = auditFeature({ db, clock, log, types, config: config.file })
  const users = usersFeature({
    db,
    clock,
    bus,
    audit: audit.service,
    config: config.file,
    licence: licence.service,
    endSessions: (tx, userId) => auth.endSessionsOf(tx, userId),
    passwordCost,
    belongings: lazy.belongings,
    projectIdsOf: (tx, userId) => lazy.projects().ownIds(tx, userId),
  })
  const signIn = { ...config.file, admin: config.admin }
  const tokens = tokensFeature({ db, clock, log, secrets, bus, audit: audit.service })
  const auth = authFeature({
    db,
    clock,
    log,
    secrets,
    bus,
    outbound,
    audit: audit.service,
    users,
    endTokensOf: tokens.service.endOwn,
    endEveryTokenOf: tokens.service.endEvery,
    config: signIn,
  })
  return {
    users,
    auth,
    audit,
    contexts: contextsFeature({ db, clock, bus, types, audit: audit.service, config: config.file }),
    settings: settingsFeature({ db, clock }),
    tokens,
    licence,
  }
}

type People = ReturnType<typeof openPeople>

/** Opens the features for models: providers, the model list, and engines. */
function openModels(platform: Platform, { audit }: People, lookEveryMs: number | undefined) {
  const help = helpFeature({ folders: platform.staticRoots })
  const { connect, embedded } = enginesOf(platform, help)
  const providers = providersFeature({
    ...platform,
    audit: audit.service,
    connect,
    embedded,
    localServers: platform.config.file.localServers,
    modelCounts: () => models.service.countByProvider(),
  })
  const models: ModelsFeature = modelsFeature({
    ...platform,
    audit: audit.service,
    connections: providers.connections,
    streamsOf: streamsOf(platform.config.file),
    lookEveryMs,
  })
  return {
    models,
    providers,
    connections: providers.connections,
    async start() {
      await storeConfigured({ ...platform.config, embedded }, providers.registry)
      await models.start()
    },
    async close() {
      await models.close()
      await providers.connections.close()
    },
  }
}

type Models = ReturnType<typeof openModels>

/** Opens projects, tabs, messages, answers and search. */
function openTalking(
  platform: Base,
  people: People,
  { models, connections }: Models,
  contextSources: readonly ContextSource[],
) {
  const { config, db, clock, log, bus, jobs, blobs, documents, types } = platform
  const queries = queriesFeature({ db, blobs, bus, jobs, live: (messageId) => answers.live(messageId) })
  const search = searchFeature({ db, log, jobs, types })
  const behind = (error: unknown) => log.error({ err: error }, 'added messages are not indexed yet')
  const added = (messageIds: readonly number[]) => void search.service.indexLater(messageIds).catch(behind)
  const given = { db, clock, bus, audit: people.audit.service }
  const nouns = openNouns({ ...given, promptContexts: config.file.promptContexts })
  const { custinsts, prompts } = nouns
  const services = { models: models.service, queries: queries.service, custinsts: custinsts.service }
  const shared = { ...given, ...services, added }
  const tabs = tabsFeature({
    ...shared,
    search: search.service,
    touchProjects: (ids) => projects.service.touch(ids),
    // UTF-8 takes at most two bytes per character in the page's languages, so every imported chat can be copied.
    copyBytes: 2 * config.file.limits.importCharacters,
  })
  const projects = projectsFeature({
    ...shared,
    search: search.service,
    settings: people.settings.service,
    tabs: tabs.service,
    importCharacters: config.file.limits.importCharacters,
  })
  const attachments = attachmentsFeature({ blobs, documents, clock, limits: config.file.attachments })
  const usage = usageFeature({ db, log })
  const viewerOf = (userId: number) => people.auth.viewerOf(userId)
  const asking = { ...shared, log, viewerOf, tabs: tabs.service, prompts: prompts.service }
  const answers = answersFeature({
    ...asking,
    limits: config.file.limits,
    usage: usage.service,
    engineOf: (providerId) => connections.engineOf(providerId),
    attachments: attachments.service,
    // In the order of the prompt; the question is last.
    sources: [...contextSources, custinsts.source, historySource({ db, blobs })],
    onEnded: async (messageIds) => {
      await Promise.all([
        search.service.indexMessages(messageIds),
        projects.service.touchByMessages(messageIds),
      ])
    },
    onReaped: () => takeUp([replays, goldensets]),
  })
  const inSteps = { ...asking, answers, licence: people.licence.service }
  const replays = replaysFeature(inSteps)
  const goldensets = goldensetsFeature(inSteps)
  return { queries, ...nouns, tabs, projects, search, answers, replays, goldensets, usage }
}

/** Resumes the work of dead processes, one feature after the other. */
async function takeUp(features: readonly { takeUp(): Promise<void> }[]): Promise<void> {
  for (const feature of features) await feature.takeUp()
}

/** Opens the OpenAI-compatible API. */
function openPrograms(
  platform: Platform,
  { connections }: Models,
  { answers, usage }: ReturnType<typeof openTalking>,
) {
  return openAiApiFeature({
    ...platform,
    engineOf: (providerId) => connections.engineOf(providerId),
    answer: (asked) => answers.answerDirectly(asked),
    streamsOf: streamsOf(platform.config.file),
    maxPictureBytes: platform.config.file.attachments.maxBytes,
    inTurn: answers.inTurn,
    counted: (answer) => usage.service.add(answer),
  })
}

/** Opens live updates, presence, and the requests to publish items. */
function openLive(platform: Base, { auth, audit }: People, { models }: Models) {
  const notifications = notificationsFeature({ ...platform, models })
  const notify = (projectId: number, readers: Iterable<number>) =>
    notifications.send(readers, projectMessages('presence', { projectId }))
  const presence = presenceFeature({ ...platform, sessions: auth.sessions, notify })
  const publications = publicationsFeature({ ...platform, audit: audit.service, live: notifications })
  const features = [presence, publications, notifications]
  return { features, close: () => features.forEach((feature) => feature.close()) }
}

/** Creates the app on an open database. It accepts no requests before `listen`. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { furtherNouns: further = [] } = deps
  const types = [...ITEM_TYPES, ...further.map(({ type }) => type)]
  const platform = { ...(await openPlatform(deps)), types }
  const { config, db, log } = platform
  const people = openPeople(platform, deps.passwordCost, {
    belongings: () => owned.map((feature) => feature.belongings),
    projects: () => talking.projects,
  })
  const engines = openModels(platform, people, deps.lookEveryMs)
  const talking = openTalking(platform, people, engines, deps.contextSources ?? [])
  const opened = further.map((noun) => noun.open({ ...platform, audit: people.audit.service }))
  const owned = [talking.projects, talking.custinsts, talking.prompts, talking.goldensets, ...opened]
  const tools = openTools(platform, engines.models.service, talking.answers)
  const live = openLive(platform, people, engines)
  const firstSteps = firstStepsFeature({ db, models: engines.models.service })
  const { auth, users, contexts, settings, tokens, audit } = people
  const { queries, search, answers, replays, goldensets } = talking
  const { models, providers } = engines
  const others = [settings, models, providers, firstSteps, ...tools.features, ...live.features]
  const features = [auth, users, contexts, tokens, audit, ...Object.values(talking), ...others]
  const http = await openHttp(deps, platform, people, {
    routes: features.map((feature) => feature.routes),
    v1: openPrograms(platform, engines, talking).v1,
    answers,
  })
  await contexts.ensureTenants()
  await answers.start()
  await engines.start()
  const first = await auth.ensureFirstUser()
  const control = await openControl({ dataDir: config.dataDir, db, log })
  const background = startBackground(platform, {
    jobs: [...auth.jobs, ...audit.jobs, ...queries.jobs, ...search.jobs],
    catchUp: search.service.catchUp,
    takeUp: () => takeUp([replays, goldensets]),
    clearLeft: [talking.projects.service.clearImports, talking.tabs.service.clearCopies],
  })
  return {
    setUpKey: first?.setUpKey,
    users: users.service,
    async listen() {
      const { url } = await http.listen()
      background.begin()
      return url
    },
    async close(graceMs) {
      background.end()
      await answers.end(graceMs)
      await replays.close()
      await goldensets.close()
      await answers.close()
      live.close()
      const inOrder = [http, tools, control, platform.jobs, engines, auth, tokens, audit.service]
      for (const part of inOrder) await part.close()
      await closePlatform(platform)
    },
  }
}
