// The cached messages of a tab: the newest, and the older ones loaded so far. Pure.
import type { Message } from '@polylogue/contract'
import { isRunning } from '#features/runs/index.ts'

export interface Chat {
  /** Sorted by turn; within a turn the oldest version first. */
  messages: readonly Message[]
  /** Cursor of the next older page; null when all are loaded. */
  nextCursor: string | null
}

const isBefore = (one: Message, other: Message): boolean =>
  one.turnId === other.turnId ? one.id < other.id : one.turnId < other.turnId

/**
 * Merges `fresh`, the newest messages of the server, into the cached ones; older messages stay. Returns undefined if `fresh`
 * has to reach further back: to the cached messages, or to stale ones (`doubts` and running answers).
 */
export function joined(
  known: Chat | undefined,
  fresh: Chat,
  doubts: ReadonlySet<number> = new Set(),
): Chat | undefined {
  const [first] = fresh.messages
  if (!known || !first || fresh.nextCursor === null) return fresh
  const kept = known.messages.filter((message) => isBefore(message, first))
  if (kept.length === 0) return fresh
  if (kept.length === known.messages.length) return undefined
  const sure = new Set([...fresh.messages, ...known.messages.slice(kept.length)].map(({ id }) => id))
  const unsure = kept.some((message) => isRunning({ message })) || [...doubts].some((id) => !sure.has(id))
  return unsure ? undefined : { messages: [...kept, ...fresh.messages], nextCursor: known.nextCursor }
}

/** Replaces a message, or inserts it by its turn. */
export function withMessage(messages: readonly Message[], message: Message): readonly Message[] {
  if (messages.some(({ id }) => id === message.id))
    return messages.map((one) => (one.id === message.id ? message : one))
  const after = messages.findIndex((one) => isBefore(message, one))
  return after < 0 ? [...messages, message] : messages.toSpliced(after, 0, message)
}
