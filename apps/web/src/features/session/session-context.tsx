import { contract } from '@polylogue/contract/browser'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ApiProvider, useApi } from '#lib/api.ts'
import { leavePage } from '#lib/per-page.ts'
import { forgetPeople } from './forget.ts'
import type { Session, SessionStore } from '#lib/session.ts'
import { useStore } from '#lib/store.ts'

/** How the last session of this page ended: by signing out, or by expiring. */
export type SessionPast = 'none' | 'left' | 'ended'

/** Milliseconds that signing out waits for the server. */
const LOGOUT_WAIT = 3000

interface SessionOfPage {
  /**
   * Null while nobody is signed in: before sign-in, after sign-out, and until a user whose session expired signs in again.
   */
  session: Session | null
  past: SessionPast
  /**
   * Id of the user whose page is open. It outlives an expired session: unsent input is still there when the same user signs
   * in again.
   */
  pageOf: number | null
  /** Stores the session in this browser. */
  begin(session: Session): void
  /** Signs out in this browser, even when the server is unreachable. */
  leave(): Promise<void>
  /** Announces that the server will end this session at the user's request, so that it does not count as expired. */
  expectEnd(): void
  /** Discards the page of an expired session and all its data. */
  giveUp(): void
}

const SessionContext = createContext<SessionOfPage | null>(null)

/** Provides the session of this browser; clears cached data when the user signs out. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const api = useApi()
  const cache = useQueryClient()
  const [{ subscribe, expectEnd }] = useState(() => forgetting(store, cache))
  const session = useStore({ subscribe, get: store.get })
  const past = usePast(session !== null, useStore({ subscribe, get: store.left }))
  const pageOf = usePageOf(session, past)
  const value = useMemo<SessionOfPage>(
    () => ({
      session,
      past,
      pageOf,
      begin: (next) => store.set(next),
      giveUp: () => store.leave(),
      expectEnd,
      async leave() {
        // Without a response the tokens expire on their own; signing out must also work offline.
        const signal = AbortSignal.timeout(LOGOUT_WAIT)
        await api.call(contract.auth.logout, {}, { signal }).catch(() => undefined)
        store.leave()
      },
    }),
    [api, expectEnd, pageOf, past, session, store],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

function usePast(has: boolean, left: boolean): SessionPast {
  const [known, setKnown] = useState<{ has: boolean; left: boolean; past: SessionPast }>({
    has,
    left,
    past: 'none',
  })
  if (known.has === has && known.left === left) return known.past
  const past = has ? 'none' : left ? 'left' : 'ended'
  setKnown({ has, left, past })
  return past
}

function usePageOf(session: Session | null, past: SessionPast): number | null {
  const [pageOf, setPageOf] = useState<number | null>(null)
  // A user who must change the password first has no page yet; a page that is already open stays.
  const usable = session && !session.mustChangePassword ? session.userId : null
  const other = session && pageOf !== null && session.userId !== pageOf
  const next = usable ?? (past === 'left' || other ? null : pageOf)
  if (next !== pageOf) setPageOf(next)
  return next
}

/** Subscribes to session changes and clears page and browser data before notifying that the user signed out or changed. */
function forgetting(
  store: SessionStore,
  cache: QueryClient,
): Pick<SessionStore, 'subscribe'> & Pick<SessionOfPage, 'expectEnd'> {
  let owner = store.get()?.userId
  let away = owner === undefined
  let expected = false
  // Finishes the clean-up that a closed page could not complete.
  if (owner !== undefined || store.left()) void forgetPeople(cache, owner)
  const look = () => {
    const next = store.get()?.userId
    if (next === undefined && expected) {
      expected = false
      return store.leave()
    }
    const another = owner !== undefined && next !== undefined && next !== owner
    const comes = next !== undefined && away
    if (another || comes || store.left()) void forgetPeople(cache, next)
    if (another || store.left()) {
      cache.clear()
      leavePage(cache)
    }
    // The same user signed in again: refetches everything, because the data is as old as the expired session.
    else if (comes) void cache.invalidateQueries()
    away = next === undefined
    if (!away || store.left()) owner = next
  }
  return {
    subscribe: (listener) =>
      store.subscribe(() => {
        look()
        listener()
      }),
    expectEnd() {
      expected = true
    },
  }
}

export function useSession(): SessionOfPage {
  const value = use(SessionContext)
  if (!value) throw new Error('SessionProvider is missing')
  return value
}

/** Returns the id of the user whose page this is; only below RequireSession. */
export function useUserId(): number {
  const { pageOf } = useSession()
  if (pageOf === null) throw new Error('RequireSession is missing')
  return pageOf
}

/**
 * Renders its children, with the client of their user, for a signed-in user; otherwise redirects to the sign-in page, which leads back here. The children
 * stay mounted while the same user signs in again after expiry, and remount for another user.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { pageOf, past } = useSession()
  const api = useApi()
  const own = useMemo(() => (pageOf === null ? api : api.of(pageOf)), [api, pageOf])
  const location = useLocation()
  if (pageOf !== null)
    return (
      <ApiProvider key={pageOf} value={own}>
        {children}
      </ApiProvider>
    )
  const from = past === 'left' ? undefined : `${location.pathname}${location.search}${location.hash}`
  return <Navigate to="/sign-in" replace state={{ from }} />
}
