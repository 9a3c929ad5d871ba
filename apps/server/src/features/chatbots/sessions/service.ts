// Opens sessions: of visitors on allowed sites, of programs with the secret, of editors, and of the installation's assistant.
import { timingSafeEqual } from 'node:crypto'
import {
  CHATBOT_SESSION_HOURS,
  ChatbotRules,
  WidgetSettings,
  type CallInput,
  type contract,
  type VisitorMessage,
  type VisitorSession,
  type WidgetConfig,
} from '@polylogue/contract'
import { authorize, type Person } from '#access/index.ts'
import type { Items } from '#access/items/index.ts'
import type { CrossOrigin } from '#http/cross-origin.ts'
import type { RequestFacts } from '#http/routes.ts'
import { coalesce } from '#platform/coalesce.ts'
import { readable, type Secrets } from '#platform/secrets.ts'
import { Problem } from '#problem.ts'
import type { ModelsService } from '#features/models/index.ts'
import { botByIdentifier, type FoundBot } from '../found-bot-store.ts'
import { chatbotPolicy } from '../item.ts'
import { isOpen, originsOf, toWidgetConfig } from '../rules.ts'
import type { chatbots, PreviewSettings, SessionKind } from '../table.ts'
import type { Addresses } from './addresses.ts'
import { recentOrigins } from './origins.ts'
import { isAllowedPage } from './rules.ts'
import { VISITOR_PREFIX } from './source.ts'
import * as store from './store.ts'
import { ASSISTANT_IDENTIFIER, noSuchChatbot, type Visits, type VisitsDeps } from './visits.ts'

type Calls = typeof contract.chatbots
type Body<Name extends 'begin' | 'preview' | 'assistant'> = CallInput<Calls[Name]>['body']

export interface Opened {
  readonly session: VisitorSession
  readonly identifier: string
  readonly config: WidgetConfig
}

export interface SessionsDeps extends VisitsDeps {
  readonly secrets: Secrets
  readonly models: Pick<ModelsService, 'tagForPrompt'>
  /** The identifier of the installation's own chatbot; without one Guide answers from the help. */
  readonly assistant: string | undefined
}

interface Parts {
  readonly visits: Visits
  readonly addresses: Addresses
  readonly items: Items<typeof chatbots>
  /** Returns the messages of a session as its visitor sees them. */
  messagesOf(session: number, rules: Pick<ChatbotRules, 'sources'>): Promise<VisitorMessage[]>
}

/** Access and errors are those of the contract. */
export interface SessionsService {
  config(identifier: string, facts: RequestFacts): Promise<WidgetConfig>
  begin(identifier: string, sent: Body<'begin'>, facts: RequestFacts): Promise<VisitorSession>
  preview(viewer: Person, id: number, sent: Body<'preview'>): Promise<Opened>
  assistant(viewer: Person, sent: Body<'assistant'>): Promise<Opened>
  /** Which pages of other origins may read the replies of visitors' calls. */
  readonly crossOrigin: CrossOrigin
  /** Returns the sites that may show a chatbot in a frame; none for an unknown one. */
  framesOf(identifier: string): Promise<readonly string[]>
}

const HOUR_MS = 3_600_000
const EXPIRES_MS = CHATBOT_SESSION_HOURS * HOUR_MS
const PREVIEW_MS = HOUR_MS
/** New sessions of an address and a day, as a multiple of its questions: a script cannot fill the disk with empty ones. */
const SESSIONS_PER_QUESTION = 10
/** Test sessions, and sessions of the assistant, that a person has at most. */
const OWN_SESSIONS = 20

export const expiryOf = (now: Date): Date => new Date(now.getTime() + EXPIRES_MS)

type Deps = SessionsDeps & Parts & { find(identifier: string): Promise<FoundBot | undefined> }

export function sessionsService(given: SessionsDeps & Parts): SessionsService {
  // A thousand visitors of one chatbot cost one query at a time.
  const find = coalesce(botByIdentifier(given.db.orm))
  const deps = { ...given, find }
  const framesOf = async (identifier: string) => (await find(identifier))?.bot.rules.origins ?? []
  const originsNow = recentOrigins(framesOf)
  return {
    async config(identifier, { page }) {
      const { found, isOpenNow } = await allowed(deps, identifier, page)
      return toWidgetConfig(found.bot, isOpenNow)
    },
    begin: (identifier, sent, facts) => begin(deps, identifier, sent, facts),
    preview: (viewer, id, sent) => preview(deps, viewer, id, sent),
    assistant: (viewer, sent) => assistant(deps, viewer, sent),
    crossOrigin: {
      async allows({ identifier = '' }, { origin }) {
        const origins = await originsNow(identifier).catch((): readonly string[] => [])
        return origin !== undefined && origins.includes(origin)
      },
    },
    framesOf,
  }
}

/** @throws Problem NOT_FOUND, ORIGIN_REFUSED */
async function allowed({ find, states }: Deps, identifier: string, page: RequestFacts['page']) {
  const found = await find(identifier)
  if (!found) throw noSuchChatbot()
  if (!isAllowedPage(found.bot.rules, page)) throw new Problem('ORIGIN_REFUSED')
  return { found, isOpenNow: isOpen(states.of(found)) }
}

async function begin(
  deps: Deps,
  identifier: string,
  { token, secret, language = 'en' }: Body<'begin'>,
  { page, source }: RequestFacts,
): Promise<VisitorSession> {
  const found =
    secret === undefined
      ? (await allowed(deps, identifier, page)).found
      : await bySecret(deps, identifier, secret, page)
  if (!isOpen(deps.states.of(found))) throw new Problem('CHATBOT_CLOSED')
  const kind = secret === undefined ? 'visitor' : 'server'
  const { bot } = found
  const earlier = token === undefined ? undefined : await deps.visits.byToken(token)
  if (token !== undefined && earlier?.session.chatbotId === bot.id && earlier.session.kind === kind)
    return sessionOf(deps, token, earlier.session, bot.rules)
  // Programs with the secret ask for many people from one address.
  if (kind === 'visitor') await countAddress(deps, found, source)
  return open(deps, { chatbotId: bot.id, kind, ...NOBODY, settings: null, language })
}

/** Finds a chatbot for a program with its secret; a secret in a page of a browser is refused, because everybody reads it there. */
async function bySecret(
  { find, secrets }: Deps,
  identifier: string,
  secret: string,
  { origin }: RequestFacts['page'],
): Promise<FoundBot> {
  const found = await find(identifier)
  const right = found && readable(secrets, found.bot.secret)
  const isRight = timingSafeEqual(secrets.digest(secret), secrets.digest(right ?? secrets.randomToken()))
  if (!isRight || !found) throw noSuchChatbot()
  if (origin !== undefined) throw new Problem('ORIGIN_REFUSED')
  return found
}

async function countAddress(deps: Deps, { bot }: FoundBot, source: string): Promise<void> {
  const now = deps.clock.now()
  const day = store.dayOf(now)
  const address = await deps.addresses.hashOf(source, day)
  const most = bot.rules.perAddressDay * SESSIONS_PER_QUESTION
  const count = await deps.db.transaction((tx) => store.countSession(tx, { chatbotId: bot.id, day, address }))
  const seconds = secondsUntilTomorrow(now)
  if (count > most) throw new Problem('TOO_MANY_ATTEMPTS', { seconds }, { retryAfter: seconds })
}

/** Seconds until the next day in UTC begins. */
export const secondsUntilTomorrow = (now: Date): number =>
  Math.ceil(
    (Date.parse(`${store.dayOf(new Date(now.getTime() + 24 * HOUR_MS))}T00:00:00Z`) - now.getTime()) / 1_000,
  )

interface Opening {
  readonly chatbotId: number | null
  readonly kind: SessionKind
  /** Who opens it, and with which sign-in; null for visitors. */
  readonly userId: number | null
  readonly signIn: string | null
  readonly settings: PreviewSettings | null
  readonly language: string
}

const NOBODY = { userId: null, signIn: null }
const byPerson = ({ userId, sessionId }: Person) => ({ userId, signIn: sessionId })

async function open(deps: Deps, opening: Opening): Promise<VisitorSession> {
  const { kind, userId } = opening
  const now = deps.clock.now()
  const token = VISITOR_PREFIX + deps.secrets.randomToken()
  const expires = kind === 'preview' ? new Date(now.getTime() + PREVIEW_MS) : expiryOf(now)
  await deps.db.transaction(async (tx) => {
    if (userId !== null) await store.trimOwn(tx, { userId, kind, most: OWN_SESSIONS - 1 })
    await store.insert(tx, { ...opening, tokenHash: deps.secrets.digest(token), now, expires })
  })
  return { token, expires: expires.toISOString(), messages: [] }
}

async function sessionOf(
  deps: Deps,
  token: string,
  { id, expires }: { readonly id: number; readonly expires: Date },
  rules: Pick<ChatbotRules, 'sources'>,
): Promise<VisitorSession> {
  return { token, expires: expires.toISOString(), messages: await deps.messagesOf(id, rules) }
}

async function preview(deps: Deps, viewer: Person, id: number, sent: Body<'preview'>): Promise<Opened> {
  const bot = authorize(chatbotPolicy, 'update', await deps.items.find(deps.db.orm, viewer, id))
  const { draft } = bot
  const rules = sent.rules ?? draft?.rules ?? bot.rules
  const settings: PreviewSettings = {
    modelTagId: sent.modelTagId ?? draft?.modelTagId ?? bot.modelTagId,
    datasourceId: sent.datasourceId ?? draft?.datasourceId ?? bot.datasourceId,
    amountOfChunks: sent.amountOfChunks ?? draft?.amountOfChunks ?? bot.amountOfChunks,
    custInstWhoId: sent.custInstWhoId ?? draft?.custInstWhoId ?? bot.custInstWhoId,
    custInstRespondId: sent.custInstRespondId ?? draft?.custInstRespondId ?? bot.custInstRespondId,
    options: bot.options,
    rules: { ...rules, origins: originsOf(rules.origins) },
    widget: sent.widget ?? draft?.widget ?? bot.widget,
  }
  await deps.models.tagForPrompt(settings.modelTagId)
  const language = settings.widget.lang
  const by = byPerson(viewer)
  const session = await open(deps, { chatbotId: id, kind: 'preview', ...by, settings, language })
  return { session, identifier: bot.identifier, config: toWidgetConfig(settings, true) }
}

async function assistant(deps: Deps, viewer: Person, sent: Body<'assistant'>): Promise<Opened> {
  const found = deps.assistant === undefined ? undefined : await deps.find(deps.assistant)
  // Without its chatbot, or while that is closed, Guide answers from the help.
  const own = found && isOpen(deps.states.of(found)) ? found : undefined
  const bot = own?.bot
  const { token, language } = sent
  const earlier = token === undefined ? undefined : await deps.visits.byToken(token)
  const isOwn =
    earlier?.session.kind === 'assistant' &&
    earlier.session.userId === viewer.userId &&
    earlier.session.chatbotId === (bot?.id ?? null)
  const chatbotId = bot?.id ?? null
  const by = byPerson(viewer)
  const rules = bot?.rules ?? ChatbotRules.parse({})
  const widget = bot?.widget ?? WidgetSettings.parse({ lang: language })
  const session =
    token !== undefined && isOwn
      ? await sessionOf(deps, token, earlier.session, rules)
      : await open(deps, { chatbotId, kind: 'assistant', ...by, settings: null, language })
  const config = toWidgetConfig({ widget: { ...widget, lang: language }, rules }, true)
  return { session, identifier: bot?.identifier ?? ASSISTANT_IDENTIFIER, config }
}
