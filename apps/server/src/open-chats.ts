// Opens projects with their tabs and messages, the answers to these, and the features that ask by themselves.
import {
  answersFeature,
  historySource,
  type AnswersFeatureDeps,
  type ContextSource,
} from './features/answers/index.ts'
import { attachmentsFeature, type AttachmentsService } from './features/attachments/index.ts'
import { chatbotsFeature } from './features/chatbots/index.ts'
import { openConfidentiality } from './features/confidentiality/index.ts'
import { goldensetsFeature } from './features/goldensets/index.ts'
import { projectsFeature, type ProjectsDeps, type ProjectsService } from './features/projects/index.ts'
import { queriesFeature } from './features/queries/index.ts'
import { replaysFeature } from './features/replays/index.ts'
import { searchFeature, type SearchFeature } from './features/search/index.ts'
import { openAnswerCounts } from './features/system/index.ts'
import { tabsFeature, type TabsDeps } from './features/tabs/index.ts'
import { openTitles, type TitlesDeps } from './features/titles/service.ts'
import { usageFeature } from './features/usage/index.ts'
import { takeUp, type Feature } from './feature.ts'
import { always } from './live-configuration.ts'
import { openAskedModels } from './open-asked-models.ts'
import type { Models } from './open-models.ts'
import { openNouns } from './open-nouns.ts'
import type { People } from './open-people.ts'
import type { Base } from './open-platform.ts'

export type Chats = ReturnType<typeof openChats>

export function openChats(
  platform: Base,
  people: People,
  engines: Models,
  contextSources: readonly ContextSource[],
) {
  const { config, db, clock, log, bus, blobs, jobs, types, unstored, binDays } = platform
  const confidentiality = openConfidentiality(config.file.datasourceLabels)
  const live = (messageId: number) => answers.live(messageId)
  const queries = queriesFeature({ db, blobs, bus, jobs, confidentiality, live })
  const search = searchFeature({ db, log, jobs, types })
  const shared = { db, clock, bus, audit: people.audit.service, confidentiality, unstored, binDays }
  const askedModels = openAskedModels(engines, people, confidentiality, () => answers)
  const nouns = openNouns({ ...platform, ...shared, ...askedModels, serverId: () => answers.serverId })
  const chatDeps = {
    ...shared,
    ...nouns.services,
    models: engines.models.service,
    queries: queries.service,
    settings: people.settings.service,
    attachments: openAttachments(platform),
    search: search.service,
    indexLater: indexingOf(search, log),
  }
  const { tabs, projects } = openProjects(chatDeps, config.file.limits.importCharacters)
  const usage = usageFeature({ db, log })
  const counts = openAnswerCounts(clock)
  const askDeps = {
    ...chatDeps,
    ...findersOf(people, engines),
    log,
    tabs: tabs.service,
    projects: projects.service,
  }
  const { answers, titles } = openAnswers(platform, {
    ...askDeps,
    usage: usage.service,
    outcome: counts.tell,
    // In the order of the prompt; the question is last.
    sources: [...contextSources, ...nouns.sources, historySource({ db, blobs, confidentiality })],
    onReaped: () => takeUp(resumable),
  })
  const askers = openAskers({
    ...platform,
    ...askDeps,
    answers,
    licence: people.licence.service,
    media: nouns.features.media.service,
    assistant: config.file.assistant.chatbot,
  })
  const opened = { projects, queries, ...nouns.features, tabs, search, answers, ...askers, usage }
  const features: readonly Feature[] = Object.values(opened)
  // Each before those that it uses.
  const resumable = features.filter((feature) => feature.takeUp).toReversed()
  return { ...opened, features, resumable, counts, titles, indexLater: chatDeps.indexLater }
}

/** Returns a function that indexes messages in the background. */
function indexingOf({ service }: SearchFeature, log: Base['log']) {
  const onError = (error: unknown) => log.error({ err: error }, 'added messages are not indexed yet')
  return (messageIds: readonly number[]) => void service.indexLater(messageIds).catch(onError)
}

/** How answers find people and engines. */
const findersOf = ({ auth }: Pick<People, 'auth'>, { connections }: Pick<Models, 'connections'>) => ({
  viewerOf: (userId: number) => auth.viewerOf(userId),
  engineOf: (providerId: number) => connections.engineOf(providerId),
})

function openAttachments({ blobs, documents, clock, config, configuration }: Base): AttachmentsService {
  const attachments = always(() => configuration.current().attachments)
  const { limits } = config.file
  return attachmentsFeature({ blobs, documents, clock, config: { attachments, limits } }).service
}

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

/** Opens answers and the titles of chats, which know each other. An answer that ended is indexed, and moves its project up. */
function openAnswers(
  { configuration }: Base,
  deps: Omit<AnswersFeatureDeps, 'limits' | 'onEnded'> &
    Omit<TitlesDeps, 'isOn' | 'answer'> & {
      readonly projects: ProjectsService
      readonly search: SearchFeature['service']
    },
) {
  const { projects, search } = deps
  const answers = answersFeature({
    ...deps,
    limits: always(() => configuration.current().limits),
    onEnded: async (ids) => {
      titles.write(ids)
      await Promise.all([search.indexMessages(ids), projects.followAnswers(ids)])
    },
  })
  const titles = openTitles({
    ...deps,
    isOn: () => configuration.current().chatTitles,
    answer: (question) => answers.answerDirectly(question),
  })
  return { answers, titles }
}

/** Opens the features that ask by themselves. */
const openAskers = (
  deps: Parameters<typeof replaysFeature>[0] &
    Parameters<typeof goldensetsFeature>[0] &
    Parameters<typeof chatbotsFeature>[0],
) => ({
  replays: replaysFeature(deps),
  goldensets: goldensetsFeature(deps),
  chatbots: chatbotsFeature(deps),
})
