// Combines identical concurrent queries.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Callers that continue with a shared result per turn of the event loop, so that a thousand do not delay others. */
const AT_ONCE = 16

/**
 * Combines identical queries: all callers that arrive while one is running share the next one, so that nobody gets a result
 * from before their call. A client with many concurrent requests costs one query at a time.
 */
export function coalesce<Answer>(ask: (of: string) => Promise<Answer>): (of: string) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>()
  const following = new Map<string, Following<Answer>>()
  const begin = (of: string): Promise<Answer> => {
    const asked = ask(of)
    running.set(of, asked)
    const ended = () => running.get(of) === asked && running.delete(of)
    asked.then(ended, ended)
    return asked
  }
  const follow = (of: string, now: Promise<Answer>): Following<Answer> => {
    const begun = () => {
      following.delete(of)
      return begin(of)
    }
    const answer = now.catch(() => undefined).then(begun)
    const shared = { answer, callers: 0, turn: answer.catch(() => undefined) }
    following.set(of, shared)
    return shared
  }
  return (of) => {
    const now = running.get(of)
    if (!now) return begin(of)
    const shared = following.get(of) ?? follow(of, now)
    if (shared.callers > 0 && shared.callers % AT_ONCE === 0) shared.turn = shared.turn.then(() => nextTurn())
    shared.callers++
    const { turn, answer } = shared
    return turn.then(() => answer)
  }
}

/** The next query of those who came while one is running. */
interface Following<Answer> {
  readonly answer: Promise<Answer>
  callers: number
  /** When the latest callers continue. */
  turn: Promise<unknown>
}
