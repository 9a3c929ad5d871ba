// What the page knows of a tab's messages: the newest, and as many older ones as were asked for. Pure.
import type { Message } from '@polylogue/contract'
import { isUnfinished } from '../stream/index.ts'

export interface Chat {
  /** In the order of their turns, of a turn the oldest version first. */
  messages: readonly Message[]
  /** Where what is older begins; null when all is known. */
  nextCursor: string | null
}

const isBefore = (one: Message, other: Message): boolean =>
  one.turnId === other.turnId ? one.id < other.id : one.turnId < other.turnId

/**
 * What is known once `fresh`, the newest messages of the server, is there too: it replaces what stands in its range, what is
 * older stays. Undefined while it has to reach further back: to what was known, or to what of it is not sure any more
 * (`doubts`, and answers that were unfinished).
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
  const unsure = kept.some(isUnfinished) || [...doubts].some((id) => !sure.has(id))
  return unsure ? undefined : { messages: [...kept, ...fresh.messages], nextCursor: known.nextCursor }
}

/** A message in its own place, or where it belongs by its turn. */
export function withMessage(messages: readonly Message[], message: Message): readonly Message[] {
  if (messages.some(({ id }) => id === message.id))
    return messages.map((one) => (one.id === message.id ? message : one))
  const after = messages.findIndex((one) => isBefore(message, one))
  return after < 0 ? [...messages, message] : messages.toSpliced(after, 0, message)
}
