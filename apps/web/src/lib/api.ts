// The only place that makes requests: the typed client with this browser's session.
import { createContext, use } from 'react'
import { ApiProblem, ask, createClient, follow, readStream, type Client } from '@polylogue/client'
import type { TokenPair } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { fetchEarly } from './early.ts'
import { loadRefusal } from './load-texts.ts'
import { createRenewal } from './renewal.ts'
import type { Session, SessionStore } from './session.ts'
import type { TabLock } from './tab-lock.ts'

export { ApiProblem, ask, follow, readStream }
export type { Client, FollowOptions, Followed } from '@polylogue/client'

/** The client with the session functions that the page needs. */
export interface Api extends Client {
  /** Renews the session now; resolves with false when it has ended. Rejects when there was no response. */
  renew(): Promise<boolean>
  /** Returns the client of one user, which sends no token of another: somebody else may have signed in, in another tab. */
  of(userId: number): Api
}

/** Creates a client that sends the stored session's token, renews it once after a 401 and clears the store when it ended. */
export function createApi(given: {
  store: SessionStore
  locks?: TabLock | undefined
  /** Called after every request with whether there was a response. */
  ended?: (answered: boolean) => void
}): Api {
  const { store, ended = () => undefined } = given
  const bare = createClient({ baseUrl: '' })
  const trade = async (session: Session) => {
    try {
      const headers = { authorization: `Bearer ${session.refresh}` }
      const { data, meta } = await bare.call(contract.auth.refresh, {}, { headers })
      return sessionOf(data, meta)
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null
      throw error
    }
  }
  const renewal = createRenewal({ store, trade, locks: given.locks })
  const noting = async <T>(made: Promise<T>): Promise<T> => {
    try {
      const reply = await made
      ended(true)
      return reply
    } catch (error) {
      if (error instanceof ApiProblem) ended(error.status !== 0)
      noteForcedChange(store, error)
      if (error instanceof ApiProblem) await loadRefusal(error.code)
      throw error
    }
  }
  const clientOf = (known: () => Session | null): Api => {
    const renew = async () => {
      const session = known()
      return session ? renewal(session.access) : false
    }
    const client = createClient({
      baseUrl: '',
      token: () => known()?.access,
      fetch: fetchEarly,
      onUnauthorized: renew,
    })
    return {
      renew,
      of: (userId) =>
        clientOf(() => {
          const session = store.get()
          return session?.userId === userId ? session : null
        }),
      call: (call, ...rest) => noting(client.call(call, ...rest)),
      open: (call, request, options) => noting(client.open(call, request, options)),
    }
  }
  return clientOf(store.get)
}

/** Any call can answer that the password must be changed first (SIGNIN-8). */
function noteForcedChange(store: SessionStore, error: unknown): void {
  const session = store.get()
  if (!(error instanceof ApiProblem) || error.code !== 'PASSWORD_CHANGE_REQUIRED') return
  if (session && !session.mustChangePassword) store.set({ ...session, mustChangePassword: true })
}

/** Returns whether the server responds at all, with any status. */
export async function isReachable(): Promise<boolean> {
  try {
    await createClient({ baseUrl: '' }).call(contract.tools.health)
    return true
  } catch (error) {
    return error instanceof ApiProblem && error.status !== 0
  }
}

/** Returns the session from the response of a sign-in call. */
export function sessionOf(
  pair: TokenPair,
  { userId, mustChangePassword }: { userId: number; mustChangePassword: boolean },
): Session {
  return {
    userId,
    access: pair.access_token,
    refresh: pair.refresh_token,
    expires: Date.now() + pair.expires_in * 1000,
    ...(mustChangePassword ? { mustChangePassword } : {}),
  }
}

const ApiContext = createContext<Api | null>(null)
export const ApiProvider = ApiContext.Provider

/** Returns the client of this page: `api.call(contract.projects.get, { params: { id } })`. */
export function useApi(): Api {
  const api = use(ApiContext)
  if (!api) throw new Error('ApiProvider is missing')
  return api
}
