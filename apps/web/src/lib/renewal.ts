// A refresh token works once, and a second use ends the session (reading 2): of all tabs of a browser exactly one trades it.
import type { Session, SessionStore } from './session.ts'
import type { TabLock } from './tab-lock.ts'

interface Given {
  store: SessionStore
  /** Trades a refresh token for a new session; null when the server refuses it. Fails when no answer came. */
  trade: (session: Session) => Promise<Session | null>
  /** One holder at a time among all tabs. */
  locks: TabLock | undefined
}

/**
 * Renews the session. True when there is a newer one than `known`, made by this tab or another; false when it ended: then the
 * store is empty. Callers at the same time share one request.
 * @throws what `trade` throws: without an answer nobody is signed out.
 */
export function createRenewal({ store, trade, locks }: Given): (known: string) => Promise<boolean> {
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
