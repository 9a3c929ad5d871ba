// Joins pages of a shared chat. Pure.
import type { SharedMessage } from '@polylogue/contract'

/** Messages in ascending order, and the position before which older ones are; null at the oldest. */
export interface Loaded {
  readonly messages: readonly SharedMessage[]
  readonly before: number | null
}

/** Adds an older page before what is known. */
export function withOlder(known: Loaded, page: Loaded): Loaded {
  const first = known.messages[0]?.position ?? Number.POSITIVE_INFINITY
  const older = page.messages.filter(({ position }) => position < first)
  return { messages: [...older, ...known.messages], before: page.before }
}

/**
 * Joins what is known with the newest page read again, which wins where both have messages. Unchanged messages stay the same
 * objects. After a gap or a deletion, which moves all later places, only the newest page is kept.
 */
export function joined(known: Loaded, newest: Loaded): Loaded {
  const first = newest.messages[0]?.position
  if (first === undefined || newest.before === null) return same(known, newest)
  const begun = new Map(known.messages.map(({ position, created }) => [position, created]))
  const again = newest.messages.filter(({ position }) => begun.has(position))
  const isMoved = again.some(({ position, created }) => begun.get(position) !== created)
  if (isMoved || again.length === 0 || again.some(isOtherThan(known))) return newest
  const older = known.messages.filter(({ position }) => position < first)
  return same(known, {
    messages: [...older, ...newest.messages],
    before: older.length > 0 ? known.before : newest.before,
  })
}

/** Whether a finished message changed: then the link shows other parts of all messages, so that older ones are not kept. */
function isOtherThan({ messages }: Loaded): (message: SharedMessage) => boolean {
  const before = new Map(messages.map((message) => [message.position, message]))
  return (message) => {
    const old = before.get(message.position)
    return old !== undefined && old.state >= 2 && JSON.stringify(old) !== JSON.stringify(message)
  }
}

function same(known: Loaded, next: Loaded): Loaded {
  const before = new Map(known.messages.map((message) => [message.position, message]))
  const messages = next.messages.map((message) => {
    const old = before.get(message.position)
    return old && JSON.stringify(old) === JSON.stringify(message) ? old : message
  })
  const isSame =
    next.before === known.before &&
    messages.length === known.messages.length &&
    messages.every((message, index) => message === known.messages[index])
  return isSame ? known : { messages, before: next.before }
}
