// Creates every feature with its dependencies. Only this file and the open-*.ts that it calls wire features together.
import { Registry } from 'prom-client'
import { streamsOf } from './streaming-models.ts'
import { announcementsFeature } from './features/announcements/index.ts'
import type { ContextSource } from './features/answers/index.ts'
import { binFeature } from './features/bin/index.ts'
import type { FurtherNoun } from './access/items/index.ts'
import { configurationFeature } from './features/configuration/index.ts'
import { firstStepsFeature } from './features/first-steps/index.ts'
import { notificationsFeature, type NotificationsFeature } from './features/notifications/index.ts'
import { openAiApiFeature } from './features/openai-api/index.ts'
import {
  openPluginFolders,
  pluginsFeature,
  type PluginFolders,
  type PluginsDeps,
} from './features/plugins/index.ts'
import { presenceFeature } from './features/presence/index.ts'
import { projectMessages } from './features/projects/index.ts'
import { namesToReview, publicationsFeature } from './features/publications/index.ts'
import type { BackUp } from './features/system/index.ts'
import type { PasswordCost, UsersService } from './features/users/index.ts'
import { openMail } from './open-mail.ts'
import { openModels, type Models } from './open-models.ts'
import { openPeople, type People } from './open-people.ts'
import {
  closePlatform,
  openPlatform,
  type Base,
  type Platform,
  type PlatformOptions,
} from './open-platform.ts'
import { startBackground } from './background.ts'
import { closeInOrder, type Part } from './closing.ts'
import { takeUp, type Feature } from './feature.ts'
import { openChats, type Chats } from './open-chats.ts'
import { openHttp } from './open-http.ts'
import { ITEM_TYPES } from './open-nouns.ts'
import { openOperating } from './open-operating.ts'
import { openSharing } from './open-sharing.ts'
import { openTools } from './open-tools.ts'
import { openControl } from './platform/control/control.ts'

export interface AppDeps extends PlatformOptions {
  readonly furtherNouns?: readonly FurtherNoun[]
  /** For tests: further features, whose calls are not in the contract. */
  readonly furtherFeatures?: (opened: Chats & Pick<Models, 'models'>) => readonly Feature[]
  /** The metrics of the process, to which the app adds its own for `/metrics`; default: none. */
  readonly registry?: Registry
  /** Writes a scheduled backup; without it none are made. */
  readonly backUp?: BackUp
  /** For tests: checks replies against the contract. */
  readonly checkReplies?: boolean
  /** For tests: the polling interval of the model servers in milliseconds. */
  readonly lookEveryMs?: number
  /** For tests: milliseconds for which figures of the system are kept. */
  readonly figuresFreshMs?: number
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
  /**
   * Refuses new questions, lets running answers continue for `graceMs` or until `sooner` aborts, then refuses all requests,
   * saves, and closes everything.
   */
  close(graceMs: number, sooner?: AbortSignal): Promise<void>
}

/** Returns what the HTTP side takes of the features. */
function callsOf(features: readonly Feature[], further: readonly Feature[]) {
  return {
    routes: features.map((feature) => feature.routes),
    furtherRoutes: further.map((feature) => feature.routes),
    viewers: [...features, ...further].flatMap(({ viewerSource }) => viewerSource ?? []),
  }
}

/** Opens the OpenAI-compatible API. */
function openPrograms(platform: Platform, { connections }: Models, { answers, usage }: Chats) {
  return openAiApiFeature({
    ...platform,
    engineOf: (providerId) => connections.engineOf(providerId),
    answer: (asked) => answers.answerDirectly(asked),
    streamsOf: streamsOf(platform.config.file),
    maxPictureBytes: () => platform.configuration.current().attachments.maxBytes,
    inTurn: answers.inTurn,
    counted: (answer) => usage.service.add(answer),
  })
}

const openNotifications = (platform: Base) =>
  notificationsFeature({
    ...platform,
    keepDays: () => platform.configuration.current().notifications.keepDays,
    waiting: (viewer, requestIds) => namesToReview(platform.db.orm, viewer, requestIds),
  })

/** Opens presence, the requests to publish items and announcements, beside the live updates that they send. */
function openLive(platform: Base, { auth, audit }: People, notifications: NotificationsFeature) {
  const notify = (projectId: number, readers: Iterable<number>) =>
    notifications.send(readers, projectMessages('presence', { projectId }))
  const presence = presenceFeature({ ...platform, sessions: auth.sessions, notify })
  const publications = publicationsFeature({ ...platform, audit: audit.service, live: notifications })
  const announcements = announcementsFeature({ ...platform, audit: audit.service, live: notifications })
  const features = [presence, publications, announcements, notifications]
  return {
    features,
    async close() {
      presence.close()
      publications.close()
      announcements.close()
      await notifications.close()
    },
  }
}

/** Opens the system page, and the registry with its metrics. */
function openForOperators(deps: AppDeps, platform: Platform, engines: Models, chats: Chats) {
  const registry = deps.registry ?? new Registry()
  const working: readonly Pick<Feature, 'work'>[] = [engines.models, ...chats.features]
  const operating = openOperating(platform, {
    ...engines,
    ...chats,
    registry,
    backUp: deps.backUp,
    freshMs: deps.figuresFreshMs,
    work: working.flatMap(({ work = [] }) => work),
  })
  return { registry, operating }
}

/** Opens the plugins that the installation ships. */
const openPlugins = (
  platform: Base & Pick<PluginsDeps, 'audit'>,
  { models }: Models,
  folders: PluginFolders,
) =>
  pluginsFeature({
    ...platform,
    folders,
    models: models.service,
    hasLocalOnly: platform.config.file.datasourceLabels.some(({ localOnly }) => localOnly),
  })

/** Opens all features, each after those that it uses, and the HTTP server. */
async function openFeatures(deps: AppDeps, platform: Base) {
  const { db } = platform
  const owned = () => [...chats.features, ...furtherNouns].flatMap(({ belongings }) => belongings ?? [])
  const folders = openPluginFolders({ ...platform, dataDir: platform.config.dataDir })
  const lazy = { belongings: owned, projects: () => chats.projects }
  const people = openPeople(platform, deps.passwordCost, lazy, folders)
  const notifications = openNotifications(platform)
  const engines = openModels(platform, people, notifications, deps.lookEveryMs)
  const chats = openChats(platform, people, engines, deps.contextSources ?? [])
  const audited = { ...platform, audit: people.audit.service }
  const furtherNouns = (deps.furtherNouns ?? []).map((noun) => noun.open(audited))
  const tools = openTools(audited, engines.models.service, chats, notifications)
  const shares = openSharing(audited, chats, notifications)
  const live = openLive(platform, people, notifications)
  const digest = await openMail(platform, people, notifications)
  const { registry, operating } = openForOperators(deps, platform, engines, chats)
  const { auth, users, contexts, settings, tokens, audit } = people
  const { models, providers } = engines
  const configuration = await configurationFeature(audited)
  const firstSteps = firstStepsFeature({ db, models: models.service })
  const plugins = openPlugins(audited, engines, folders)
  const bin = binFeature({ ...platform, belongings: owned, openingLinks: shares.opening })
  const features: readonly Feature[] = [
    auth,
    users,
    contexts,
    tokens,
    audit,
    ...chats.features,
    settings,
    plugins,
    digest,
    models,
    providers,
    bin,
    firstSteps,
    configuration,
    shares,
    operating,
    ...tools.features,
    ...live.features,
  ]
  const http = await openHttp({ ...deps, ...tools, registry }, platform, people, {
    ...callsOf(features, deps.furtherFeatures?.({ ...chats, models }) ?? []),
    v1: openPrograms(platform, engines, chats).v1,
    answers: chats.answers,
    crossOrigin: chats.chatbots.crossOrigin,
    plugins: plugins.gate,
    pluginFiles: folders,
    framesOf: chats.chatbots.framesOf,
  })
  return { people, engines, chats, tools, shares, live, digest, operating, configuration, features, http }
}

/** Creates the app on an open database. It accepts no requests before `listen`. */
export async function createApp(deps: AppDeps): Promise<App> {
  const types = [...ITEM_TYPES, ...(deps.furtherNouns ?? []).map(({ type }) => type)]
  const opening = await openPlatform(deps)
  const platform = { ...opening, types, binDays: () => opening.configuration.current().recycleBin.keepDays }
  const { config, db, log } = platform
  const { features, http, operating, people, engines, chats, ...parts } = await openFeatures(deps, platform)
  const { auth, contexts, tokens, audit } = people
  await contexts.ensureTenants()
  await chats.answers.start()
  await engines.start()
  const first = await auth.ensureFirstUser()
  const control = await openControl({ dataDir: config.dataDir, db, log })
  const background = startBackground(platform, {
    jobs: features.flatMap(({ jobs = [] }) => jobs),
    catchUp: chats.search.service.catchUp,
    takeUp: () => takeUp(chats.resumable),
    clearLeft: [chats.projects.service.clearImports, chats.tabs.service.clearCopies],
  })
  return {
    setUpKey: first?.setUpKey,
    users: people.users.service,
    async listen() {
      await background.beginJobs()
      const { url } = await http.listen()
      background.begin()
      operating.begin()
      return url
    },
    async close(graceMs, sooner) {
      background.end()
      const { live, digest, configuration, shares, tools } = parts
      const first = [digest, live, http, configuration, shares, tools, control, chats.usage]
      const rest = [...first, platform.jobs, engines, auth, tokens, audit.service]
      await closeAll(platform, operating, chatParts(chats, graceMs, sooner), rest)
    },
  }
}

/** Closes the parts of a system, in this order. */
async function closeAll(platform: Platform, operating: Part, chats: readonly Part[], rest: readonly Part[]) {
  // Questions are refused from here on, also while a backup ends.
  const chatsEnd = closeInOrder(chats, platform)
  const last = { close: () => closePlatform(platform) }
  await closeInOrder([operating, { close: () => chatsEnd }, ...rest, last], platform)
}

/** Lets running answers continue for `graceMs` or until `sooner` aborts, then gives the background work of answers to other processes. */
function chatParts({ answers, resumable, titles }: Chats, graceMs: number, sooner?: AbortSignal) {
  const over = AbortSignal.timeout(graceMs)
  const grace = sooner ? AbortSignal.any([over, sooner]) : over
  const givingBack = resumable.map((feature) => ({ close: () => feature.close?.() }))
  return [titles, { close: () => answers.end(grace) }, ...givingBack, { close: () => answers.close() }]
}
