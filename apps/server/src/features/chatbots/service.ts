// Chatbots as items: making, changing and publishing them, and their keys (CHATBOT-*).
import { isDeepStrictEqual } from 'node:util'
import {
  CHATBOT_VALID_UNTIL,
  ChatbotRules,
  WidgetSettings,
  type CallInput,
  type ChatBot,
  type ChatbotDraft,
  type contract,
} from '@polylogue/contract'
import { authorize, isOneself, LEVEL, type Person } from '#access/index.ts'
import { sentFields, type Items, type ItemsDeps } from '#access/items/index.ts'
import type { Tx } from '#platform/db/index.ts'
import { readable, type Secrets } from '#platform/secrets.ts'
import { Problem } from '#problem.ts'
import type { AuditService } from '#features/audit/index.ts'
import { requireAnswering, requireDraft, requireOpening, type AnsweringDeps } from './answering.ts'
import { foundBots } from './found-bot-store.ts'
import { chatbotPolicy, sourcePolicy } from './item.ts'
import { mayHoldKeys, originsOf, toChatbotResponse, type ChatbotFacts } from './rules.ts'
import type { States } from './states.ts'
import * as store from './store.ts'
import type { chatbots } from './table.ts'

type Calls = typeof contract.chatbots
type Body<Name extends 'create' | 'update' | 'renewKeys'> = CallInput<Calls[Name]>['body']

export interface ChatbotsDeps extends ItemsDeps, AnsweringDeps {
  readonly audit: ItemsDeps['audit'] & Pick<AuditService, 'record'>
  readonly secrets: Secrets
}

/** Access and errors are those of the contract. */
export interface ChatbotsService {
  list(viewer: Person, userId: number, orEmpty: boolean): Promise<ChatBot[]>
  get(viewer: Person, id: number): Promise<ChatBot>
  create(viewer: Person, sent: Body<'create'>): Promise<ChatBot>
  /** Changes the fields in the request and keeps the others. */
  update(viewer: Person, id: number, sent: Body<'update'>): Promise<ChatBot>
  remove(viewer: Person, id: number): Promise<void>
  renewKeys(viewer: Person, id: number, wished: Body<'renewKeys'>): Promise<ChatBot>
}

/** 120 bits: nobody guesses one, and it is short enough for a page. */
const IDENTIFIER_BYTES = 15

export function chatbotsService(
  deps: ChatbotsDeps & { readonly states: States },
  items: Items<typeof chatbots>,
): ChatbotsService {
  const { orm } = deps.db
  const respondAll = (viewer: Person, bots: readonly ChatbotFacts[]) => respond(deps, viewer, bots)
  const respondOne = async (viewer: Person, bot: ChatbotFacts) => {
    const [response] = await respondAll(viewer, [bot])
    // Erased since it was read.
    if (!response) throw new Problem('NOT_FOUND', { thing: chatbotPolicy.thing })
    return response
  }
  return {
    async list(viewer, userId, orEmpty) {
      if (!isOneself(viewer, userId)) throw new Problem('NOT_FOUND', { thing: 'user' })
      const found = await store.readable(orm, viewer)
      if (found.length === 0 && !orEmpty)
        throw new Problem('NONE_FOUND', { message: 'You have no chatbots yet.' })
      return respondAll(viewer, found)
    },
    get: async (viewer, id) => respondOne(viewer, await items.get(viewer, id)),
    create: async (viewer, sent) =>
      respondOne(viewer, await deps.db.transaction((tx) => create(deps, items, tx, viewer, sent))),
    update: async (viewer, id, sent) => respondOne(viewer, await update(deps, items, viewer, id, sent)),
    remove: (viewer, id) => items.remove(viewer, id),
    async renewKeys(viewer, id, wished) {
      const bot = await items.get(viewer, id)
      if (!mayHoldKeys(viewer, bot)) throw new Problem('PERMISSION_DENIED')
      await deps.db.transaction((tx) => renewKeys(deps, tx, viewer, bot, wished))
      return respondOne(viewer, await items.get(viewer, id))
    },
  }
}

async function respond(
  deps: ChatbotsDeps & { readonly states: States },
  viewer: Person,
  bots: readonly ChatbotFacts[],
): Promise<ChatBot[]> {
  const { orm } = deps.db
  const ids = bots.map(({ id }) => id)
  const found = new Map((await foundBots(orm, ids)).map((one) => [one.bot.id, one]))
  const projectIds = [...found.values()].flatMap(({ projectId }) => projectId ?? [])
  const projects = await store.readableProjects(orm, viewer, projectIds)
  const editable = bots.filter(({ level }) => level >= LEVEL.write).map(({ id }) => id)
  const unanswered = await store.unansweredOf(orm, editable)
  return bots.flatMap((bot) => {
    const facts = found.get(bot.id)
    if (!facts) return []
    const mayReadTab = facts.projectId !== null && projects.has(facts.projectId)
    const related = {
      state: deps.states.of(facts),
      modelId: facts.tag?.modelId ?? 0,
      projectId: mayReadTab ? (facts.projectId ?? 0) : 0,
      tabName: mayReadTab ? (facts.tabName ?? '') : '',
      unanswered: unanswered.get(bot.id) ?? 0,
    }
    const secret = mayHoldKeys(viewer, bot) ? (readable(deps.secrets, bot.secret) ?? '') : ''
    return [toChatbotResponse(viewer, bot, related, secret)]
  })
}

type Deps = ChatbotsDeps

async function create(
  deps: Deps,
  items: Items<typeof chatbots>,
  tx: Tx,
  viewer: Person,
  {
    assocContexts,
    refProjectTabId,
    validUntil,
    name,
    description,
    widget,
    rules,
    ...answering
  }: Body<'create'>,
): Promise<ChatbotFacts> {
  const { level: _, ...taken } = await tabToTake(tx, viewer, refProjectTabId)
  await requireAnswering(deps, tx, viewer, answering, taken)
  await items.requireRoom(tx, viewer)
  const made = await items.create(
    tx,
    viewer,
    {
      name,
      description,
      validUntil: new Date(validUntil ?? CHATBOT_VALID_UNTIL),
      ...taken,
      ...sentFields(answering),
      widget: widget ?? WidgetSettings.parse({ title: name }),
      rules: withOrigins(rules ?? ChatbotRules.parse({})),
      identifier: deps.secrets.randomToken(IDENTIFIER_BYTES),
      secret: deps.secrets.encrypt(deps.secrets.randomToken()),
      published: deps.clock.now(),
    },
    { assocContexts },
  )
  const details = { tabId: refProjectTabId, ...publicDetails(made) }
  await record(deps, tx, viewer, made, 'chatbot.created', details)
  return made
}

/** @throws Problem NOT_FOUND, PERMISSION_DENIED without admin access to the tab's project */
async function tabToTake(tx: Tx, viewer: Person, tabId: number): Promise<store.SourceTab> {
  return authorize(sourcePolicy, 'publish', await store.findTab(tx, viewer, tabId))
}

const withOrigins = (rules: ChatbotRules): ChatbotRules => ({ ...rules, origins: originsOf(rules.origins) })

const withDraftOrigins = ({ rules, ...draft }: ChatbotDraft): ChatbotDraft =>
  sentFields({ ...draft, rules: rules && withOrigins(rules) })

/** What visitors see of a change; the rest concerns its editors only. */
const PUBLISHED = [
  'modelTagId',
  'datasourceId',
  'amountOfChunks',
  'custInstWhoId',
  'custInstRespondId',
  'widget',
  'rules',
] as const

function update(
  deps: Deps,
  items: Items<typeof chatbots>,
  viewer: Person,
  id: number,
  {
    assocContexts,
    ownerId,
    ifModified,
    refProjectTabId = 0,
    validUntil,
    draft,
    rules,
    ...sent
  }: Body<'update'>,
): Promise<ChatbotFacts> {
  return items.update(viewer, id, {
    assocContexts,
    ownerId,
    ifModified,
    async fields(tx, bot) {
      const isMoved = refProjectTabId !== 0 && refProjectTabId !== bot.tabId
      const { level: _, ...taken } = isMoved ? await tabToTake(tx, viewer, refProjectTabId) : { level: 0 }
      const { name, description, widget: _widget, ...answering } = sent
      // The owner's rights count when it answers: nobody else makes it use what they may not read themselves.
      await requireAnswering(deps, tx, viewer, { ...taken, ...sentFields(answering) }, bot)
      const fields = {
        ...taken,
        ...sentFields({ ...sent, rules: rules && withOrigins(rules) }),
        ...(validUntil === undefined ? {} : { validUntil: new Date(validUntil) }),
      }
      const opening = { rules: fields.rules, datasourceId: fields.datasourceId ?? bot.datasourceId }
      await requireOpening(deps, tx, viewer, opening, { before: [bot.rules], level: bot.level })
      const drafted = draft && withDraftOrigins(draft)
      if (drafted) await requireDraft(deps, tx, viewer, drafted, bot)
      const isPublished = isMoved || PUBLISHED.some((field) => isNew(fields[field], bot[field]))
      // Whoever publishes what visitors see already ends the draft, too.
      const isEdited =
        isMoved || [name, description].some(Boolean) || PUBLISHED.some((field) => fields[field] !== undefined)
      if (isPublished || validUntil !== undefined) {
        const after = { ...bot, ...fields }
        await record(deps, tx, viewer, bot, 'chatbot.updated', publicDetails(after))
      }
      return {
        ...fields,
        ...(isPublished ? { published: deps.clock.now() } : {}),
        ...draftOf(drafted, isEdited),
      }
    },
  })
}

const isNew = (sent: unknown, stored: unknown): boolean =>
  sent !== undefined && !isDeepStrictEqual(sent, stored)

/** Returns what becomes of the draft: what was sent; publishing ends it; sharing and an end leave it. */
function draftOf(sent: ChatbotDraft | null | undefined, isEdited: boolean) {
  if (sent !== undefined) return { draft: sent }
  return isEdited ? { draft: null } : {}
}

async function renewKeys(
  deps: Deps,
  tx: Tx,
  viewer: Person,
  bot: ChatbotFacts,
  { identifier, secret }: Body<'renewKeys'>,
): Promise<void> {
  if (!identifier && !secret) return
  if (secret) await renewSecret(deps, tx, bot.id)
  if (identifier) {
    await store.setKeys(tx, bot.id, { identifier: deps.secrets.randomToken(IDENTIFIER_BYTES) })
    await store.endSessions(tx, bot.id, deps.clock.now())
  }
  await record(deps, tx, viewer, bot, 'chatbot.keys-renewed', { identifier, secret })
  await deps.bus.publish(tx, { type: 'item.changed', noun: 'chatbot', id: bot.id })
}

/** Replaces the secret of a chatbot. What somebody has opened with the old one ends: it may have been stolen. */
export async function renewSecret(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  tx: Tx,
  id: number,
): Promise<void> {
  await store.setKeys(tx, id, { secret: secrets.encrypt(secrets.randomToken()) })
  await store.endSessions(tx, id, clock.now(), 'server')
}

/** What the audit trail keeps of a chatbot: where and with what it answers. */
const publicDetails = ({ validUntil, modelTagId, datasourceId, rules }: PublicFacts) => ({
  origins: rules.origins.join(' ').slice(0, 1_000),
  modelTagId,
  datasourceId,
  sources: rules.sources,
  validUntil: validUntil.toISOString(),
})
type PublicFacts = Pick<ChatbotFacts, 'validUntil' | 'modelTagId' | 'datasourceId' | 'rules'>

type Action = 'chatbot.created' | 'chatbot.updated' | 'chatbot.keys-renewed'

async function record(
  { audit }: Pick<Deps, 'audit'>,
  tx: Tx,
  by: Person,
  { id, name }: Pick<ChatbotFacts, 'id' | 'name'>,
  action: Action,
  details: Record<string, string | number | boolean>,
): Promise<void> {
  await audit.record(tx, { action, by, on: { type: 'chatbot', id, name }, details } as never)
}
