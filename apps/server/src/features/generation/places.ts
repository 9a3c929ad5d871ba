import { Problem } from '../../problem.ts'

/** How many answers may be made at once: for one person, and by this process. A place is taken before anything is stored. */
export interface Places {
  /** Takes a place; the returned function gives it back. @throws Problem TOO_MANY_STREAMS, SERVER_BUSY */
  take(userId: number): () => void
}

const RETRY_SECONDS = 5

export function openPlaces(limits: { streamsPerUser: number; streamsPerServer: number }): Places {
  const taken = new Map<number, number>()
  let all = 0
  return {
    take(userId) {
      const own = taken.get(userId) ?? 0
      if (own >= limits.streamsPerUser)
        throw new Problem('TOO_MANY_STREAMS', { limit: limits.streamsPerUser }, { retryAfter: RETRY_SECONDS })
      if (all >= limits.streamsPerServer)
        throw new Problem('SERVER_BUSY', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS })
      taken.set(userId, own + 1)
      all++
      return () => {
        const left = (taken.get(userId) ?? 1) - 1
        if (left > 0) taken.set(userId, left)
        else taken.delete(userId)
        all--
      }
    },
  }
}
