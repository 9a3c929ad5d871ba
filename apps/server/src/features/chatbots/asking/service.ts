// What visitors do with a session: ask, stop, rate, read, forget.
import type { CallInput, contract, VisitorMessage } from '@polylogue/contract'
import type { Visitor } from '#access/viewer.ts'
import type { Binary, RequestFacts } from '#http/routes.ts'
import type { EventSource } from '#http/stream.ts'
import { whileAllowed } from '#http/while-allowed.ts'
import { Problem } from '#problem.ts'
import type { Person } from '#access/index.ts'
import type { Confidentiality } from '#features/confidentiality/index.ts'
import type { ModelsService } from '#features/models/index.ts'
import { noteSeen, removeSession, rulesOf, type FoundSession, type Visits } from '../sessions/index.ts'
import type { SessionKind } from '../table.ts'
import { countAndStore, type CapsDeps } from './caps.ts'
import type { Running } from './running.ts'
import { toVisitorMessage } from './shown.ts'
import * as store from './store.ts'

type Calls = typeof contract.chatbots
type Rating = CallInput<Calls['rate']>['body']

export interface VisitorAskingDeps extends CapsDeps {
  readonly visits: Visits
  readonly running: Running
  readonly models: Pick<ModelsService, 'tagForPrompt'>
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  /** Called after a visitor rated an answer down. */
  readonly missed: (chatbotId: number) => void
  readonly media: {
    /** Returns the bytes of a document that a person may read. @throws Problem NOT_FOUND, STORAGE_UNAVAILABLE */
    binary(viewer: Person, id: number): Promise<Binary>
  }
}

interface AtMessage {
  readonly identifier: string
  readonly messageId: number
}

/** Access and errors are those of the contract. */
export interface AskingService {
  ask(visitor: Visitor, identifier: string, prompt: string, facts: RequestFacts): Promise<EventSource>
  messages(visitor: Visitor, identifier: string, facts: RequestFacts): Promise<VisitorMessage[]>
  stop(visitor: Visitor, identifier: string, facts: RequestFacts): Promise<void>
  rate(visitor: Visitor, at: AtMessage, sent: Rating, facts: RequestFacts): Promise<void>
  forget(visitor: Visitor, identifier: string, facts: RequestFacts): Promise<void>
  document(visitor: Visitor, at: AtMessage & { number: number }, facts: RequestFacts): Promise<Binary>
}

/** Of the assistant that needs no chatbot. */
const PLAIN_RULES = {
  origins: [],
  perVisitorMinute: 20,
  perVisitorDay: 1_000,
  perAddressDay: 10_000,
  perDay: 1_000_000,
  tokensPerDay: 1_000_000_000,
  atOnce: 2,
  questionLength: 4_000,
  sources: 'titles' as const,
  contact: false,
  keepDays: 1,
}

const noSuchMessage = () => new Problem('NOT_FOUND', { thing: 'message' })

export function askingService(deps: VisitorAskingDeps): AskingService {
  const { db, visits, running } = deps
  const { orm } = db
  const admit = (visitor: Visitor, identifier: string, { page }: RequestFacts) =>
    visits.admit(visitor, identifier, page)
  return {
    async ask(visitor, identifier, prompt, facts) {
      const found = await admit(visitor, identifier, facts)
      return ask(deps, { visitor, found, prompt, source: facts.source })
    },
    async messages(visitor, identifier, facts) {
      const found = await admit(visitor, identifier, facts)
      const { id } = found.session
      await noteSeen(orm, id, deps.clock.now())
      const rule = (rulesOf(found) ?? PLAIN_RULES).sources
      return (await store.messagesOf(orm, id, rule)).map((message) => toVisitorMessage(message, rule))
    },
    async stop(visitor, identifier, facts) {
      const { session } = await admit(visitor, identifier, facts)
      await running.stop(session.id)
    },
    async rate(visitor, { identifier, messageId }, { rating, contact }, facts) {
      const found = await admit(visitor, identifier, facts)
      const at = { sessionId: found.session.id, messageId }
      const mayLeave = rulesOf(found)?.contact ?? false
      const done = [
        rating === undefined || (await store.rate(db.pool, { ...at, rating })),
        contact === undefined ||
          !mayLeave ||
          (await store.setContact(orm, { ...at, contact: contact === '' ? null : contact })),
      ]
      if (done.includes(false)) throw noSuchMessage()
      const { chatbotId, kind } = found.session
      if (rating === -1 && chatbotId !== null && isOfVisitor(kind)) deps.missed(chatbotId)
    },
    async forget(visitor, identifier, facts) {
      const { session } = await admit(visitor, identifier, facts)
      await running.stop(session.id)
      await removeSession(orm, session.id)
    },
    document: (visitor, at, facts) => document(deps, visitor, at, facts),
  }
}

const isOfVisitor = (kind: SessionKind): boolean => kind === 'visitor' || kind === 'server'

interface VisitorQuestion {
  readonly visitor: Visitor
  readonly found: FoundSession
  readonly prompt: string
  readonly source: string
}

async function ask(
  deps: Omit<VisitorAskingDeps, 'media' | 'missed'>,
  { visitor, found, prompt, source }: VisitorQuestion,
): Promise<EventSource> {
  const { session } = found
  const { kind } = session
  const rules = rulesOf(found) ?? PLAIN_RULES
  const { person, answering } = await deps.visits.answererOf(found)
  if (prompt.length > rules.questionLength)
    throw new Problem('CHATBOT_QUESTION_LONG', { limit: rules.questionLength })
  const tag = await askableTag(deps, answering.modelTagId)
  // What an editor tries, and what people ask the assistant, is no visitor's question.
  const isCounted = isOfVisitor(kind)
  const isConfidential = deps.confidentiality.ofMessage('message')
  // Before it is counted: a question that cannot be answered is not stored.
  const earlier = await store.earlierOf(deps.db.pool, { sessionId: session.id, isConfidential })
  const messageId = await countAndStore(
    deps,
    { sessionId: session.id, chatbotId: isCounted ? session.chatbotId : null, kind, rules, source },
    {
      question: prompt,
      datasourceId: answering.datasourceId,
      modelId: tag.modelId,
      modelTagId: tag.tagId,
      modelName: tag.modelName,
      modelTagName: tag.tagName,
    },
  )
  const asker = isCounted ? visitor : person
  const rule = rules.sources
  return deps.running.start({
    messageId,
    asker,
    session: found,
    person,
    answering,
    tag,
    prompt,
    earlier,
    rule,
  })
}

/** A model that was undeployed a moment ago is a reason of the chatbot, not of the visitor. */
async function askableTag({ models }: Pick<VisitorAskingDeps, 'models'>, tagId: number) {
  try {
    return await models.tagForPrompt(tagId)
  } catch (error) {
    throw error instanceof Problem && error.status < 500 ? new Problem('CHATBOT_CLOSED') : error
  }
}

async function document(
  deps: Pick<VisitorAskingDeps, 'db' | 'media' | 'visits'>,
  visitor: Visitor,
  { identifier, messageId, number }: AtMessage & { readonly number: number },
  { page }: RequestFacts,
): Promise<Binary> {
  const first = await deps.visits.admit(visitor, identifier, page)
  const open = async (found: FoundSession) => {
    const rules = rulesOf(found) ?? PLAIN_RULES
    if (rules.sources !== 'documents') throw noSuchMessage()
    const { person, answering } = await deps.visits.answererOf(found)
    const message = await store.findMessage(deps.db.orm, { sessionId: found.session.id, messageId })
    const source = message?.sources.find((one) => one.number === number)
    if (!source?.opens || source.datasourceId !== answering.datasourceId) throw noSuchMessage()
    return { person, mediaId: source.mediaId }
  }
  const { person, mediaId } = await open(first)
  const file = await deps.media.binary(person, mediaId)
  const still = async () => {
    const found = await deps.visits.again(first)
    if (!found) throw noSuchMessage()
    await open(found)
  }
  const { bytes } = file
  return bytes instanceof Uint8Array ? file : { ...file, bytes: whileAllowed(bytes, still) }
}
