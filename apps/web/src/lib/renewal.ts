// A refresh token works once, and a second use ends the session (SIGNIN-2): only one tab of a browser may exchange it.
import type { Session, SessionStore } from './session.ts'
import type { TabLock } from './tab-lock.ts'

interface Options {
  store: SessionStore
  /** Exchanges a refresh token for a new session; null when the server refuses it. Rejects when there was no response. */
  trade: (session: Session) => Promise<Session | null>
  /** Allows one holder at a time among all tabs. */
  locks: TabLock | undefined
}

/**
 * Renews the session. Resolves with true when there is a newer one than `known`, from this tab or another; with false when
 * it ended and the store was cleared. Concurrent callers share one request.
 * @throws what `trade` throws: a missing response signs nobody out.
 */
export function createRenewal({ store, trade, locks }: Options): (known: string) => Promise<boolean> {
  let running: Promise<boolean> | undefined
  const renew = async (known: string) => {
    const session = store.get()
    if (!session) return false
    if (session.access !== known) return true
    const next = await trade(session)
    store.set(next)
    return next !== null
  }
  const alone = (known: string) =>
    locks ? locks.request('polylogue.renewal', () => renew(known)) : renew(known)
  return (known) => {
    running ??= alone(known).finally(() => {
      running = undefined
    })
    return running
  }
}
