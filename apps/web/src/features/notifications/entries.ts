// Reads notifications as the page shows them.
import type { Notification } from '@polylogue/contract'
import { cutText } from '@polylogue/contract/browser'
import { isRecord } from '#lib/json.ts'
import { isOwnPath } from '#lib/own-path.ts'

type Fact =
  | 'actor'
  | 'noun'
  | 'name'
  | 'access'
  | 'why'
  | 'question'
  | 'document'
  | 'device'
  | 'address'
  | 'title'
  | 'text'

/** A notification with what its JSON says. */
export interface Entry extends Pick<Notification, 'id' | 'rootId' | 'count'> {
  /** One of a newer server has no words here. */
  readonly kind: string
  readonly facts: Readonly<Partial<Record<Fact, string | undefined>>> & {
    readonly items?: number | undefined
    readonly chats?: number | undefined
    readonly notImported?: number | undefined
  }
  /** The server's English sentence, for kinds that this page does not know. */
  readonly message: string
  readonly type: 'info' | 'warning' | 'error'
  readonly read: boolean
  /** ISO 8601. */
  readonly at: string
  /** The path of the thing; undefined if it leads nowhere. */
  readonly uri: string | undefined
}

/** The notifications of one thing, the newest first. */
export type Thread = readonly [Entry, ...Entry[]]

/** Marks that reorder the letters after them: a name with one would turn around the sentence that it is in. */
const ORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** Characters of a fact, more than any name has. */
const LONGEST = 500

/** Returns facts whose texts are harmless in a sentence; only the words of an announcement are long. */
function shownFacts(facts: Notification['facts']): Entry['facts'] {
  const shown = Object.entries(facts).map(([name, value]) => [
    name,
    typeof value !== 'string'
      ? value
      : cutText(value.replaceAll(ORDERING, ''), name === 'text' ? 1e6 : LONGEST),
  ])
  return Object.fromEntries(shown) as Entry['facts']
}

const TYPES = ['info', 'warning', 'error'] as const

export function entryOf({ id, rootId, kind, facts, count, notificationAsJson }: Notification): Entry {
  const stored = parsed(notificationAsJson)
  const { message, type, read, timestamp, uri } = stored
  return {
    id,
    rootId,
    kind,
    facts: shownFacts(facts),
    count,
    message: typeof message === 'string' ? message : '',
    type: TYPES.find((known) => known === type) ?? 'info',
    read: read === true,
    at: new Date(typeof timestamp === 'number' ? timestamp * 1000 : 0).toISOString(),
    uri: typeof uri === 'string' && isOwnPath(uri) ? uri : undefined,
  }
}

/** Returns the notification with another read state, until the server says so. */
export const withRead = (notification: Notification, read: boolean): Notification => ({
  ...notification,
  notificationAsJson: JSON.stringify({ ...parsed(notification.notificationAsJson), read }),
})

function parsed(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** Returns the threads in the order of their newest entries. */
export function threadsOf(entries: readonly Entry[]): Thread[] {
  const threads = new Map<number, [Entry, ...Entry[]]>()
  for (const entry of entries) {
    const known = threads.get(entry.rootId)
    if (known) known.push(entry)
    else threads.set(entry.rootId, [entry])
  }
  return [...threads.values()]
}

/** Groups threads by the local day of their newest entry; `day` is a time of that day. */
export function byDay(threads: readonly Thread[]): { day: string; threads: Thread[] }[] {
  const days: { day: string; threads: Thread[] }[] = []
  for (const thread of threads) {
    const last = days.at(-1)
    const { at } = thread[0]
    if (last && new Date(last.day).toDateString() === new Date(at).toDateString()) last.threads.push(thread)
    else days.push({ day: at, threads: [thread] })
  }
  return days
}
