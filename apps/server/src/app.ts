// Creates every feature with its dependencies. Only this file and the open-*.ts that it calls wire features together.
import { Registry } from 'prom-client'
import { streamsOf } from './streaming-models.ts'
import { announcementsFeature } from './features/announcements/index.ts'
import { always } from './live-configuration.ts'
import { answersFeature, historySource, type ContextSource } from './features/answers/index.ts'
import { attachmentsFeature, type AttachmentsService } from './features/attachments/index.ts'
import { binFeature } from './features/bin/index.ts'
import { openConfidentiality } from './features/confidentiality/index.ts'
import type { ItemOwnership, FurtherNoun } from './access/items/index.ts'
import { chatbotsFeature } from './features/chatbots/index.ts'
import { configurationFeature } from './features/configuration/index.ts'
import { firstStepsFeature } from './features/first-steps/index.ts'
import { goldensetsFeature } from './features/goldensets/index.ts'
import { notificationsFeature, type NotificationsFeature } from './features/notifications/index.ts'
import { openAiApiFeature } from './features/openai-api/index.ts'
import {
  openPluginFolders,
  pluginsFeature,
  type PluginFolders,
  type PluginsDeps,
} from './features/plugins/index.ts'
import { presenceFeature } from './features/presence/index.ts'
import { projectMessages, projectsFeature, type ProjectsDeps } from './features/projects/index.ts'
import { namesToReview, publicationsFeature } from './features/publications/index.ts'
import { queriesFeature } from './features/queries/index.ts'
import { replaysFeature } from './features/replays/index.ts'
import { searchFeature, type SearchFeature } from './features/search/index.ts'
import { openAnswerCounts, type BackUp } from './features/system/index.ts'
import { tabsFeature, type TabsDeps } from './features/tabs/index.ts'
import { openTitles } from './features/titles/index.ts'
import { usageFeature } from './features/usage/index.ts'
import type { PasswordCost, UsersService } from './features/users/index.ts'
import type { Routes } from './http/routes.ts'
import type { ViewerSource } from './http/viewers.ts'
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
import { openAskedModels } from './open-asked-models.ts'
import { openHttp } from './open-http.ts'
import { ITEM_TYPES, openNouns } from './open-nouns.ts'
import { openOperating } from './open-operating.ts'
import { openSharing } from './open-sharing.ts'
import { openTools } from './open-tools.ts'
import { openControl } from './platform/control/control.ts'
import type { JobKind } from './platform/jobs/jobs.ts'
import type { WorkLeft } from './platform/work.ts'

export interface AppDeps extends PlatformOptions {
  readonly furtherNouns?: readonly FurtherNoun[]
  /** For tests: further features, whose calls are not in the contract. */
  readonly furtherFeatures?: (given: Talking & Pick<Models, 'models'>) => readonly Feature[]
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

export type Talking = ReturnType<typeof openTalking>

function openAttachments({ blobs, documents, clock, config, configuration }: Base): AttachmentsService {
  const attachments = always(() => configuration.current().attachments)
  const { limits } = config.file
  return attachmentsFeature({ blobs, documents, clock, config: { attachments, limits } }).service
}

/** Opens projects, tabs, messages, answers and search. */
function openTalking(
  platform: Base,
  people: People,
  engines: Models,
  contextSources: readonly ContextSource[],
) {
  const { config, db, clock, log, bus, jobs, blobs, types, binDays, unstored } = platform
  const confidentiality = openConfidentiality(config.file.datasourceLabels)
  const live = (messageId: number) => answers.live(messageId)
  const queries = queriesFeature({ db, blobs, bus, jobs, confidentiality, live })
  const search = searchFeature({ db, log, jobs, types })
  const added = indexing(search, log)
  const given = { db, clock, bus, audit: people.audit.service, confidentiality, unstored, binDays }
  const { models } = engines
  const asked = openAskedModels(engines, people, confidentiality, () => answers)
  const nouns = openNouns({ ...platform, ...given, ...asked, serverId: () => answers.serverId })
  const shared = { ...given, ...nouns.services, models: models.service, queries: queries.service, added }
  const attachments = openAttachments(platform)
  const { tabs, projects } = openProjects(
    { ...shared, attachments, search: search.service, settings: people.settings.service },
    config.file.limits.importCharacters,
  )
  const usage = usageFeature({ db, log })
  const counts = openAnswerCounts(clock)
  const asking = { ...shared, ...seeing(people, engines), log, tabs: tabs.service }
  const answers = answersFeature({
    ...asking,
    limits: always(() => platform.configuration.current().limits),
    usage: usage.service,
    outcome: counts.tell,
    attachments,
    // In the order of the prompt; the question is last.
    sources: [...contextSources, ...nouns.sources, historySource({ db, blobs, confidentiality })],
    onEnded: async (ids) => {
      titles.write(ids)
      await Promise.all([search.service.indexMessages(ids), projects.service.followAnswers(ids)])
    },
    onReaped: () => takeUp(working),
  })
  const titles = openTitles({
    ...asking,
    isOn: () => platform.configuration.current().chatTitles,
    settings: people.settings.service,
    projects: projects.service,
    answer: (asked) => answers.answerDirectly(asked),
  })
  const forAsking = { ...asking, answers, licence: people.licence.service }
  const asks = openAsks({
    ...platform,
    ...forAsking,
    projects: projects.service,
    media: nouns.features.media.service,
    assistant: config.file.assistant.chatbot,
  })
  const opened = { projects, queries, ...nouns.features, tabs, search, answers, ...asks, usage }
  const features: readonly Feature[] = Object.values(opened)
  // Each before those that it uses.
  const working = features.filter((feature) => feature.takeUp).toReversed()
  return { ...opened, features, working, counts, titles, added }
}

/** Indexes added messages in the background. */
function indexing({ service }: Pick<SearchFeature, 'service'>, log: Base['log']) {
  const behind = (error: unknown) => log.error({ err: error }, 'added messages are not indexed yet')
  return (messageIds: readonly number[]) => void service.indexLater(messageIds).catch(behind)
}

/** How answers find people and engines. */
const seeing = ({ auth }: Pick<People, 'auth'>, { connections }: Pick<Models, 'connections'>) => ({
  viewerOf: (userId: number) => auth.viewerOf(userId),
  engineOf: (providerId: number) => connections.engineOf(providerId),
})

/** Opens the features that ask by themselves. */
const openAsks = (
  deps: Parameters<typeof replaysFeature>[0] &
    Parameters<typeof goldensetsFeature>[0] &
    Parameters<typeof chatbotsFeature>[0],
) => ({
  replays: replaysFeature(deps),
  goldensets: goldensetsFeature(deps),
  chatbots: chatbotsFeature(deps),
})

/** Opens projects and their tabs, which know each other. */
function openProjects(
  shared: Omit<TabsDeps & ProjectsDeps, 'touchProjects' | 'copyBytes' | 'tabs' | 'importCharacters'>,
  importCharacters: number,
) {
  const tabs = tabsFeature({
    ...shared,
    touchProjects: (ids) => projects.service.touch(ids),
    // UTF-8 takes at most two bytes per character in the page's languages, so every imported chat can be copied.
    copyBytes: 2 * importCharacters,
  })
  const projects = projectsFeature({ ...shared, tabs: tabs.service, importCharacters })
  return { tabs, projects }
}

/** What a feature may have besides its calls. */
export interface Feature {
  readonly routes: Routes
  readonly viewerSource?: ViewerSource
  readonly jobs?: readonly JobKind<never>[]
  readonly work?: readonly WorkLeft[]
  readonly belongings?: ItemOwnership
  /** Resumes the work of dead processes; `close` gives it back. */
  takeUp?(): Promise<void>
  close?(): void | Promise<void>
}

/** Returns what the HTTP side takes of the features. */
function callsOf(features: readonly Feature[], further: readonly Feature[]) {
  return {
    routes: features.map((feature) => feature.routes),
    furtherRoutes: further.map((feature) => feature.routes),
    viewers: [...features, ...further].flatMap(({ viewerSource }) => viewerSource ?? []),
  }
}

async function takeUp(features: readonly Feature[]): Promise<void> {
  for (const feature of features) await feature.takeUp?.()
}

/** Opens the OpenAI-compatible API. */
function openPrograms(platform: Platform, { connections }: Models, { answers, usage }: Talking) {
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
function openForOperators(deps: AppDeps, platform: Platform, engines: Models, talking: Talking) {
  const registry = deps.registry ?? new Registry()
  const working: readonly Pick<Feature, 'work'>[] = [engines.models, ...talking.features]
  const operating = openOperating(platform, {
    ...engines,
    ...talking,
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
  const { furtherNouns: further = [] } = deps
  const owned = () => [...talking.features, ...opened].flatMap(({ belongings }) => belongings ?? [])
  const folders = openPluginFolders({ ...platform, dataDir: platform.config.dataDir })
  const lazy = { belongings: owned, projects: () => talking.projects }
  const people = openPeople(platform, deps.passwordCost, lazy, folders)
  const notifications = openNotifications(platform)
  const engines = openModels(platform, people, notifications, deps.lookEveryMs)
  const talking = openTalking(platform, people, engines, deps.contextSources ?? [])
  const audited = { ...platform, audit: people.audit.service }
  const opened = further.map((noun) => noun.open(audited))
  const tools = openTools(audited, engines.models.service, talking, notifications)
  const shares = openSharing(audited, talking, notifications)
  const live = openLive(platform, people, notifications)
  const digest = await openMail(platform, people, notifications)
  const { registry, operating } = openForOperators(deps, platform, engines, talking)
  const { auth, users, contexts, settings, tokens, audit } = people
  const { models, providers } = engines
  const configuration = await configurationFeature(audited)
  const firstSteps = firstStepsFeature({ db, models: models.service })
  const plugins = openPlugins(audited, engines, folders)
  const bin = binFeature({ ...platform, belongings: owned, openingLinks: shares.opening })
  const around = [bin, firstSteps, configuration, shares, operating, ...tools.features, ...live.features]
  const others = [settings, plugins, digest, models, providers, ...around]
  const features: readonly Feature[] = [auth, users, contexts, tokens, audit, ...talking.features, ...others]
  const http = await openHttp({ ...deps, ...tools, registry }, platform, people, {
    ...callsOf(features, deps.furtherFeatures?.({ ...talking, models }) ?? []),
    v1: openPrograms(platform, engines, talking).v1,
    answers: talking.answers,
    crossOrigin: talking.chatbots.crossOrigin,
    plugins: plugins.gate,
    pluginFiles: folders,
    framesOf: talking.chatbots.framesOf,
  })
  return { people, engines, talking, tools, shares, live, digest, operating, configuration, features, http }
}

/** Creates the app on an open database. It accepts no requests before `listen`. */
export async function createApp(deps: AppDeps): Promise<App> {
  const types = [...ITEM_TYPES, ...(deps.furtherNouns ?? []).map(({ type }) => type)]
  const opening = await openPlatform(deps)
  const platform = { ...opening, types, binDays: () => opening.configuration.current().recycleBin.keepDays }
  const { config, db, log } = platform
  const { features, http, operating, people, engines, talking, ...parts } = await openFeatures(deps, platform)
  const { auth, contexts, tokens, audit } = people
  await contexts.ensureTenants()
  await talking.answers.start()
  await engines.start()
  const first = await auth.ensureFirstUser()
  const control = await openControl({ dataDir: config.dataDir, db, log })
  const background = startBackground(platform, {
    jobs: features.flatMap(({ jobs = [] }) => jobs),
    catchUp: talking.search.service.catchUp,
    takeUp: () => takeUp(talking.working),
    clearLeft: [talking.projects.service.clearImports, talking.tabs.service.clearCopies],
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
      const first = [digest, live, http, configuration, shares, tools, control, talking.usage]
      const rest = [...first, platform.jobs, engines, auth, tokens, audit.service]
      await closeAll(platform, operating, talkingParts(talking, graceMs, sooner), rest)
    },
  }
}

/** Closes the parts of a system, in this order. */
async function closeAll(
  platform: Platform,
  operating: Part,
  talking: readonly Part[],
  rest: readonly Part[],
) {
  // Questions are refused from here on, also while a backup ends.
  const talkingEnds = closeInOrder(talking, platform)
  const last = { close: () => closePlatform(platform) }
  await closeInOrder([operating, { close: () => talkingEnds }, ...rest, last], platform)
}

/** Lets running answers continue for `graceMs` or until `sooner` aborts, then gives the background work of answers to other processes. */
function talkingParts({ answers, working, titles }: Talking, graceMs: number, sooner?: AbortSignal) {
  const over = AbortSignal.timeout(graceMs)
  const grace = sooner ? AbortSignal.any([over, sooner]) : over
  const given = working.map((feature) => ({ close: () => feature.close?.() }))
  return [titles, { close: () => answers.end(grace) }, ...given, { close: () => answers.close() }]
}
