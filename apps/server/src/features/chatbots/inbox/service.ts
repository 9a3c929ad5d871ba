// What visitors asked without a good answer, and what a chatbot was asked by day.
import type { CallData, contract, InboxGroup } from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { Items } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { notice } from '#platform/notices.ts'
import { Problem } from '#problem.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { ProjectsService } from '#features/projects/index.ts'
import type { QueriesService } from '#features/queries/index.ts'
import type { TabsService } from '#features/tabs/index.ts'
import type { AnsweringDeps } from '../answering.ts'
import { chatbotItem, chatbotPolicy } from '../item.ts'
import type { ChatbotFacts } from '../rules.ts'
import { dayOf } from '../sessions/index.ts'
import type { chatbots } from '../table.ts'
import { groupedByLikeness } from './likeness.ts'
import * as store from './store.ts'

export interface InboxDeps extends AnsweringDeps {
  readonly db: Database
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
  readonly log: Log
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly projects: Pick<ProjectsService, 'build'>
  readonly tabs: Pick<TabsService, 'insertAll'>
  readonly queries: Pick<QueriesService, 'addFinished'>
  /** Indexes messages that were inserted complete, in the background. */
  readonly indexLater: (messageIds: readonly number[]) => void
}

type Calls = typeof contract.chatbots

/** Access and errors are those of the contract. */
export interface InboxService {
  list(viewer: Person, id: number, limit: number): Promise<InboxGroup[]>
  openInChat(
    viewer: Person,
    at: { id: number; messageId: number },
    gone: AbortSignal,
  ): Promise<CallData<Calls['openInChat']>>
  settle(viewer: Person, at: { id: number; messageId: number }): Promise<void>
  usage(viewer: Person, id: number, days: number): Promise<CallData<Calls['usage']>>
  /** Tells the editors of a chatbot, once a day, that there is something unanswered. Never rejects. */
  missed(chatbotId: number): Promise<void>
}

const SHOWN_QUESTIONS = 50
const DAY_MS = 86_400_000

export function inboxService(deps: InboxDeps, items: Items<typeof chatbots>): InboxService {
  const { db, clock, bus, log } = deps
  const { orm } = db
  const editable = async (viewer: Person, id: number) =>
    authorize(chatbotPolicy, 'readInbox', await items.find(orm, viewer, id))
  return {
    async list(viewer, id, limit) {
      await editable(viewer, id)
      const groups = await groupedByLikeness(await store.unanswered(orm, id))
      return groups.slice(0, limit).map(toGroup)
    },
    openInChat: async (viewer, at, gone) =>
      openInChat(deps, { viewer, bot: await editable(viewer, at.id), messageId: at.messageId, gone }),
    async settle(viewer, { id, messageId }) {
      await editable(viewer, id)
      const groups = await groupedByLikeness(await store.unanswered(orm, id))
      const group = groups.find((one) => one.some((question) => question.id === messageId))
      const ids = group?.map((question) => question.id) ?? [messageId]
      const settled = await db.transaction(async (tx) => {
        const count = await store.settle(tx, id, ids)
        await bus.publish(tx, { type: 'item.changed', noun: chatbotItem.noun, id })
        return count
      })
      if (settled === 0) throw new Problem('NOT_FOUND', { thing: 'question' })
    },
    async usage(viewer, id, days) {
      await editable(viewer, id)
      const from = dayOf(new Date(clock.now().getTime() - (days - 1) * DAY_MS))
      return { days: await store.days(orm, id, from) }
    },
    async missed(id) {
      try {
        await db.transaction(async (tx) => {
          const contextId = await store.noteTold(tx, id, clock.now())
          if (contextId === undefined) return
          const item = { noun: chatbotItem.noun, id, contextId }
          await notice(tx, bus, null, item, { kind: 'chatbotUnanswered', data: {} })
        })
      } catch (error) {
        log.warn({ err: error, chatbotId: id }, 'the editors of a chatbot were not told')
      }
    },
  }
}

/** Returns a group; its questions come with the newest first. */
function toGroup(questions: readonly store.InboxRow[]): InboxGroup {
  const [newest] = questions
  return {
    id: newest?.id ?? 0,
    question: newest?.question ?? '',
    count: questions.length,
    newest: newest?.created.toISOString() ?? '',
    questions: questions
      .slice(0, SHOWN_QUESTIONS)
      .map(({ id, question, answer, missed, state, contact, datasourceId, created }) => ({
        id,
        question,
        answer,
        why: state === 2 ? 'failed' : missed ? 'missed' : 'rated',
        contact,
        datasourceId,
        created: created.toISOString(),
      })),
  }
}

interface Opening {
  readonly viewer: Person
  readonly bot: ChatbotFacts
  readonly messageId: number
  readonly gone: AbortSignal
}

/** Copies the conversation like an import, into a chat with the chatbot's settings that the viewer may use. */
async function openInChat(deps: InboxDeps, { viewer, bot, messageId, gone }: Opening) {
  const isConfidential = deps.confidentiality.ofMessage('message')
  const at = { chatbotId: bot.id, messageId, isConfidential }
  const turns = await store.conversationOf(deps.db.pool, at)
  if (turns.length === 0) throw new Problem('NOT_FOUND', { thing: 'question' })
  let [projectTabId, ids] = [0, [] as readonly number[]]
  const settings = await usableSettings(deps, viewer, bot)
  const projectId = await deps.projects.build(
    viewer,
    { name: bot.name, isChat: true, gone },
    async (built, step) => {
      const defaults = { ...built.defaults, ...settings }
      const place = { projectId: built.id, tabIndex: 0, name: bot.name }
      await step(async (tx) => {
        const [tabId = 0] = await deps.tabs.insertAll(tx, [place], defaults)
        projectTabId = tabId
        ids = await deps.queries.addFinished(
          tx,
          viewer.userId,
          turns.map((turn) => ({ ...turn, tabId })),
        )
      })
    },
  )
  deps.indexLater(ids)
  return { projectId, projectTabId }
}

/** Returns the settings of a chatbot that a viewer may use in a chat of their own. */
async function usableSettings(deps: InboxDeps, viewer: Person, bot: ChatbotFacts) {
  const { orm } = deps.db
  const usable = async (id: number, check: (db: Queries) => Promise<unknown>) =>
    id !== 0 && (await isLet(() => check(orm))) ? id : 0
  const choice = await deps.models.choose(orm, { tagId: bot.modelTagId }).catch(ifRefused)
  return {
    ...(choice ? { defaultModelId: choice.modelId, defaultModelTagId: choice.tagId } : {}),
    amountOfChunks: bot.amountOfChunks,
    defaultDatasourceId: await usable(bot.datasourceId, (db) =>
      deps.datasources.requireUsable(db, viewer, bot.datasourceId),
    ),
    custInstWhoId: await usable(bot.custInstWhoId, (db) =>
      deps.custinsts.requireUsable(db, viewer, bot.custInstWhoId, 'who'),
    ),
    custInstRespondId: await usable(bot.custInstRespondId, (db) =>
      deps.custinsts.requireUsable(db, viewer, bot.custInstRespondId, 'respond'),
    ),
  }
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}

const isLet = (check: () => Promise<unknown>): Promise<boolean> =>
  check().then(
    () => true,
    (error: unknown) => {
      ifRefused(error)
      return false
    },
  )
