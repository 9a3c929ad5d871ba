// Fills a body up to its limit: with as many entries as its schema accepts.

type Accepts = (body: unknown) => boolean

/** Fewer entries do not make a body that is worth sending. */
const LEAST = 4
/** For quotes, commas and names beside the texts. */
const ROOM = 0.95

/**
 * Returns a body with the most copies of the entries of its lists that are accepted and fit into these bytes; undefined if it
 * has no list or the copies are refused.
 */
export function fullBody(body: unknown, bytes: number, accepts: Accepts): unknown {
  const most = Math.floor((bytes * ROOM) / JSON.stringify(body).length)
  for (let times = most; times >= LEAST; times = Math.floor(times / 2)) {
    const inner = repeated(body, times, false)
    const full = accepts(inner) ? inner : repeated(body, times, true)
    if (full !== body && accepts(full)) return full
  }
  return undefined
}

/** Returns a copy in which the entries of the innermost lists, or of the outermost, occur so many times. */
function repeated(value: unknown, times: number, outermost: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value as unknown[]
    const within = outermost ? list : list.map((one) => repeated(one, times, outermost))
    const hasInner = !outermost && within.some((one, at) => one !== list[at])
    return hasInner || list.length === 0 ? within : Array.from({ length: times }, () => list).flat()
  }
  const entries = Object.entries(value)
  const copies = entries.map(([key, one]) => [key, repeated(one, times, outermost)] as const)
  return copies.some(([, one], at) => one !== entries[at]?.[1]) ? Object.fromEntries(copies) : value
}
