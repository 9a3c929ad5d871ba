import { contract } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem, useApi } from '#lib/api.ts'
import { userKeys } from '#features/users/keys.ts'
import type { SessionStore } from '#lib/session.ts'
import { useUserId } from './session-context.tsx'

const EVERY = 30_000
/** Renews the token this long before it expires: two checks fit into this time. */
const BEFORE_END = 75_000

/**
 * Every 30 seconds: renews a token that is about to expire and refetches the user, so that an ended session is noticed
 * before the next message is sent (SIGNIN-17). Pauses while the page is hidden.
 */
export function useSessionWatch(store: SessionStore): void {
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  useEffect(() => {
    const check = async () => {
      if (document.hidden || !navigator.onLine) return
      const session = store.get()
      // No session at the moment: the page waits for the same user to sign in again.
      if (!session) return
      if (session.expires - Date.now() < BEFORE_END) await api.renew()
      const { data } = await api.call(contract.users.get, { params: { id: userId } })
      cache.setQueryData(userKeys.one(userId), data.user)
    }
    // A lost connection or a busy server must not sign out: the next check retries.
    const quietly = () =>
      void check().catch((error: unknown) => {
        if (!(error instanceof ApiProblem)) throw error
      })
    const timer = setInterval(quietly, EVERY)
    document.addEventListener('visibilitychange', quietly)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', quietly)
    }
  }, [api, cache, store, userId])
}
