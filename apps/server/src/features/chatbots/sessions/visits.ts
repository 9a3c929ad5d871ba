// Finds sessions and checks what each call of a visitor needs: its own chatbot, and a page that is allowed.
import type { ChatbotRules } from '@polylogue/contract'
import type { Person, Visitor } from '#access/viewer.ts'
import type { RequestFacts } from '#http/routes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Secrets } from '#platform/secrets.ts'
import { Problem } from '#problem.ts'
import { sessionByToken, type FoundBot, type FoundSession } from '../found-bot-store.ts'
import { isOpen } from '../rules.ts'
import type { States } from '../states.ts'
import type { Answering } from '../table.ts'
import { mayUseFrom } from './rules.ts'

export type { FoundSession } from '../found-bot-store.ts'

export interface VisitsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'digest'>
  readonly states: States
  /** Returns a user as a viewer; undefined when they may not work here any more. */
  readonly viewerOf: (userId: number) => Promise<Person | undefined>
  /** Returns whether somebody may still try a chatbot. */
  readonly mayPreview: (viewer: Person, chatbotId: number) => Promise<boolean>
}

/** What a session answers with now, and with whose rights. */
export interface Answerer {
  /** Whose rights count. */
  readonly person: Person
  readonly answering: Answering
}

export interface Visits {
  /** Returns a session that has not ended. */
  byToken(token: string): Promise<FoundSession | undefined>
  /** Returns a session as it is now; undefined when it has ended. */
  again(session: FoundSession): Promise<FoundSession | undefined>
  /** Keeps the session that the visitor's own request has found, so that the request reads it once. */
  found(visitor: Visitor, session: FoundSession): void
  /**
   * Returns the session of a visitor.
   * @throws Problem NOT_FOUND for the identifier of another chatbot; ORIGIN_REFUSED
   */
  admit(visitor: Visitor, identifier: string, page: RequestFacts['page']): Promise<FoundSession>
  /** Returns with what and for whom a session may be answered now. @throws Problem CHATBOT_CLOSED */
  answererOf(found: FoundSession): Promise<Answerer>
}

/** Of the assistant that needs no chatbot: it has no row, so also no identifier of its own. */
export const ASSISTANT_IDENTIFIER = 'assistant'
const NO_RULES: Pick<ChatbotRules, 'origins'> = { origins: [] }

export const noSuchChatbot = () => new Problem('NOT_FOUND', { thing: 'chatbot' })

/** Returns the rules of a session: those that its editor tries, else those of its chatbot. */
export const rulesOf = ({ session, found }: FoundSession): ChatbotRules | undefined =>
  session.settings?.rules ?? found?.bot.rules

export function openVisits(deps: VisitsDeps): Visits {
  const byHash = sessionByToken(deps.db.orm)
  const byToken = (token: string) => byHash(deps.secrets.digest(token), deps.clock.now())
  const kept = new WeakMap<Visitor, FoundSession>()
  return {
    byToken,
    again: ({ session }) => byHash(session.tokenHash, deps.clock.now()),
    found: (visitor, session) => void kept.set(visitor, session),
    async admit(visitor, identifier, page) {
      const found = kept.get(visitor)
      if (!found) throw new Error('a visitor came from no session')
      const own = found.found?.bot.identifier ?? ASSISTANT_IDENTIFIER
      if (identifier !== own) throw noSuchChatbot()
      const { kind } = found.session
      if (!mayUseFrom(kind, found.found?.bot.rules ?? NO_RULES, page)) throw new Problem('ORIGIN_REFUSED')
      return found
    },
    answererOf: (found) => answererOf(deps, found),
  }
}

/** Guide answers from the help. */
const OVER_THE_HELP: Answering = {
  modelTagId: 1,
  datasourceId: 0,
  amountOfChunks: 5,
  custInstWhoId: 0,
  custInstRespondId: 0,
  options: {},
}

async function answererOf(deps: VisitsDeps, { session, found }: FoundSession): Promise<Answerer> {
  const { kind, userId, settings } = session
  const isOfPerson = kind === 'preview' || kind === 'assistant'
  const person = await deps.viewerOf((isOfPerson ? userId : found?.owner.id) ?? 0)
  if (!person) throw new Problem('CHATBOT_CLOSED')
  if (isOfPerson && !mayStill(person, kind)) throw new Problem('CHATBOT_CLOSED')
  if (!found) return { person, answering: OVER_THE_HELP }
  if (kind === 'preview') {
    if (!settings || !(await deps.mayPreview(person, found.bot.id))) throw new Problem('CHATBOT_CLOSED')
    return { person, answering: settings }
  }
  if (!isOpen(deps.states.of(found))) throw new Problem('CHATBOT_CLOSED')
  return { person, answering: answeringOf(found) }
}

/** Whether a person may still make the call that opened a session of theirs. */
const mayStill = ({ permissions, mustChangePassword }: Person, kind: 'preview' | 'assistant'): boolean =>
  !mustChangePassword && permissions.has(kind === 'preview' ? 'can_use_chatbots' : 'can_use_chat')

export function answeringOf({ bot }: Pick<FoundBot, 'bot'>): Answering {
  const { modelTagId, datasourceId, amountOfChunks, custInstWhoId, custInstRespondId, options } = bot
  return { modelTagId, datasourceId, amountOfChunks, custInstWhoId, custInstRespondId, options }
}
