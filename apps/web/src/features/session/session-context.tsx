import { contract } from '@polylogue/contract'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useApi } from '../../lib/api.ts'
import type { Session, SessionStore } from '../../lib/session.ts'

/** How the last session of this page ended: by the person, or by itself. */
export type SessionPast = 'none' | 'left' | 'ended'

/** Milliseconds after which signing out no longer waits for the server. */
const LOGOUT_WAIT = 3000

interface SessionOfPage {
  session: Session | null
  past: SessionPast
  /** Signs this browser in. */
  begin(session: Session): void
  /** Signs this browser out, whether or not the server hears of it. */
  leave(): Promise<void>
}

const SessionContext = createContext<SessionOfPage | null>(null)

/** Gives the session of this browser to the page; when it ends, what the page knew is forgotten. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const api = useApi()
  const cache = useQueryClient()
  const session = useSyncExternalStore(store.subscribe, store.get)
  const [past, setPast] = useState<SessionPast>('none')
  const [had, setHad] = useState(session !== null)
  const has = session !== null
  if (has !== had) {
    setHad(has)
    if (has) setPast('none')
    else if (past !== 'left') setPast('ended')
  }
  useEffect(() => {
    if (!has) cache.clear()
  }, [cache, has])

  const value = useMemo<SessionOfPage>(
    () => ({
      session,
      past,
      begin: (next) => store.set(next),
      async leave() {
        // Without an answer the tokens end by themselves; signing out must work on a dead connection too.
        const signal = AbortSignal.timeout(LOGOUT_WAIT)
        await api.call(contract.auth.logout, {}, { signal }).catch(() => undefined)
        setPast('left')
        store.set(null)
      },
    }),
    [api, past, session, store],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

export function useSession(): SessionOfPage {
  const value = use(SessionContext)
  if (!value) throw new Error('SessionProvider is missing')
  return value
}

/** The id of the signed-in person; only below RequireSession. */
export function useUserId(): number {
  const { session } = useSession()
  if (!session) throw new Error('RequireSession is missing')
  return session.userId
}

/** Its children need somebody signed in; else the sign-in page comes first, and leads back here. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session, past } = useSession()
  const location = useLocation()
  if (session) return children
  const from = past === 'left' ? undefined : `${location.pathname}${location.search}${location.hash}`
  return <Navigate to="/sign-in" replace state={{ from }} />
}
