// The limits of questions, counted in the database: also by several processes, and whatever a visitor keeps or forgets.
import type { ChatbotRules } from '@polylogue/contract'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/db/index.ts'
import { Problem } from '#problem.ts'
import { dayOf, expiryOf, secondsUntilTomorrow, type Addresses } from '../sessions/index.ts'
import type { SessionKind } from '../table.ts'
import * as store from './caps-store.ts'

export interface CapsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly addresses: Addresses
}

export interface Counted {
  readonly sessionId: number
  /** Null where nothing is counted for a chatbot: for editors who try it, and for the assistant. */
  readonly chatbotId: number | null
  readonly kind: SessionKind
  readonly rules: ChatbotRules
  /** The address, or its network. */
  readonly source: string
}

const MINUTE_MS = 60_000
/** A moment after which one of the running answers has probably ended. */
const AT_ONCE_SECONDS = 5

/**
 * Counts a question and stores it. Returns the id of its message.
 * @throws Problem CHATBOT_CAP with the seconds until the next one is allowed; TOKEN_INVALID when the session has ended
 */
export async function countAndStore(
  deps: CapsDeps,
  counted: Counted,
  message: Omit<store.NewMessage, 'sessionId' | 'chatbotId'>,
): Promise<number> {
  const now = deps.clock.now()
  const { sessionId, chatbotId, kind, source } = counted
  // Programs with the secret ask for many people from one address.
  const address = kind === 'visitor' ? await deps.addresses.hashOf(source, dayOf(now)) : undefined
  return deps.db.transaction(async (tx) => {
    const isFirst = await countVisitor(tx, counted, now)
    const id = await store.insertMessage(tx, { ...message, sessionId, chatbotId }, now)
    if (chatbotId !== null) await countChatbot(tx, { ...counted, chatbotId, address, isFirst }, now)
    return id
  })
}

/** Returns whether it is the first question of the visitor's day. */
async function countVisitor(tx: Tx, { sessionId, kind, rules }: Counted, now: Date): Promise<boolean> {
  const counts = await store.lockSession(tx, sessionId, now)
  if (!counts) throw new Problem('TOKEN_INVALID')
  const today = dayOf(now)
  const sinceMinute = now.getTime() - counts.minute.getTime()
  const isSameMinute = sinceMinute >= 0 && sinceMinute < MINUTE_MS
  const inMinute = isSameMinute ? counts.inMinute : 0
  const inDay = counts.day === today ? counts.inDay : 0
  if (counts.running >= rules.atOnce) throw capped(AT_ONCE_SECONDS)
  if (inMinute >= rules.perVisitorMinute) throw capped(Math.ceil((MINUTE_MS - sinceMinute) / 1_000))
  if (inDay >= rules.perVisitorDay) throw capped(secondsUntilTomorrow(now))
  await store.setSessionCounts(tx, sessionId, {
    minute: isSameMinute ? counts.minute : now,
    inMinute: inMinute + 1,
    day: today,
    inDay: inDay + 1,
    now,
    // A test session ends an hour after it began.
    expires: kind === 'preview' ? undefined : expiryOf(now),
  })
  return inDay === 0
}

async function countChatbot(
  tx: Tx,
  {
    chatbotId,
    rules,
    address,
    isFirst,
  }: Counted & {
    readonly chatbotId: number
    readonly address: Buffer | undefined
    readonly isFirst: boolean
  },
  now: Date,
): Promise<void> {
  if (address && (await store.countAddress(tx, { chatbotId, now, address })) > rules.perAddressDay)
    throw capped(secondsUntilTomorrow(now))
  const { questions, tokens } = await store.countDay(tx, { chatbotId, now, isFirst })
  if (questions > rules.perDay || tokens >= rules.tokensPerDay) throw capped(secondsUntilTomorrow(now))
}

const capped = (seconds: number) => new Problem('CHATBOT_CAP', { seconds }, { retryAfter: seconds })
