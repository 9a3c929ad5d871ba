import { contract } from '@polylogue/contract/browser'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, Fragment, use, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useApi } from '../../lib/api.ts'
import { clearConversationState } from '../conversation-state/index.ts'
import { forgetPeople } from './forget.ts'
import type { Session, SessionStore } from '../../lib/session.ts'

/** How the last session of this page ended: by the person, or by itself. */
export type SessionPast = 'none' | 'left' | 'ended'

/** Milliseconds after which signing out no longer waits for the server. */
const LOGOUT_WAIT = 3000

interface SessionOfPage {
  /** Null while nobody is signed in: before, after, and while somebody whose sign-in ended signs in again. */
  session: Session | null
  past: SessionPast
  /**
   * Whose page stands open, by their id. It outlives a session that ended by itself: what was typed is still there when the
   * same person signs in again.
   */
  pageOf: number | null
  /** Signs this browser in. */
  begin(session: Session): void
  /** Signs this browser out, whether or not the server hears of it. */
  leave(): Promise<void>
  /** The server is about to end this session because the person wished so: then it has not ended by itself. */
  expectEnd(): void
  /** Gives up the page whose session has ended, and all that is on it. */
  giveUp(): void
}

const SessionContext = createContext<SessionOfPage | null>(null)

/** Gives the session of this browser to the page; when the person leaves, what the page knew is forgotten. */
export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  const api = useApi()
  const cache = useQueryClient()
  const [{ subscribe, expectEnd }] = useState(() => forgetting(store, cache))
  const session = useSyncExternalStore(subscribe, store.get)
  const past = usePast(session !== null, useSyncExternalStore(subscribe, store.left))
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
        // Without an answer the tokens end by themselves; signing out must work on a dead connection too.
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
  // Somebody who has to change the password first has no page yet; one that stands open stays.
  const usable = session && !session.mustChangePassword ? session.userId : null
  const other = session && pageOf !== null && session.userId !== pageOf
  const next = usable ?? (past === 'left' || other ? null : pageOf)
  if (next !== pageOf) setPageOf(next)
  return next
}

/** A subscription that forgets what page and browser knew before it hears that its person has left, or is another one. */
function forgetting(
  store: SessionStore,
  cache: QueryClient,
): Pick<SessionStore, 'subscribe'> & Pick<SessionOfPage, 'expectEnd'> {
  let owner = store.get()?.userId
  let away = owner === undefined
  let expected = false
  // What a page that was closed meanwhile did not get to.
  if (owner !== undefined || store.left()) void forgetPeople(owner)
  const look = () => {
    const next = store.get()?.userId
    if (next === undefined && expected) {
      expected = false
      return store.leave()
    }
    const another = owner !== undefined && next !== undefined && next !== owner
    const comes = next !== undefined && away
    if (another || comes || store.left()) void forgetPeople(next)
    if (another || store.left()) {
      cache.clear()
      clearConversationState(cache)
    }
    // Of the same person everything is asked for again: what is shown is as old as the session that ended.
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

/** The id of the person whose page this is; only below RequireSession. */
export function useUserId(): number {
  const { pageOf } = useSession()
  if (pageOf === null) throw new Error('RequireSession is missing')
  return pageOf
}

/**
 * Its children need somebody signed in; else the sign-in page comes first, and leads back here. They stay while somebody whose
 * session has ended signs in again, and begin anew for another person.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { pageOf, past } = useSession()
  const location = useLocation()
  if (pageOf !== null) return <Fragment key={pageOf}>{children}</Fragment>
  const from = past === 'left' ? undefined : `${location.pathname}${location.search}${location.hash}`
  return <Navigate to="/sign-in" replace state={{ from }} />
}
