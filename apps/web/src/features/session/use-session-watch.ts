import { contract } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem, useApi } from '../../lib/api.ts'
import { userKeys } from '../users/keys.ts'
import type { SessionStore } from '../../lib/session.ts'
import { useUserId } from './session-context.tsx'

const EVERY = 30_000
/** Renewed this long before it ends: two checks fit into it. */
const BEFORE_END = 75_000

/**
 * Every 30 seconds: renews a token that is about to end, and asks who one is, so that an ended session is noticed before the
 * next message is sent (shell specification, section 4). A hidden page rests until it is looked at again.
 */
export function useSessionWatch(store: SessionStore): void {
  const api = useApi()
  const cache = useQueryClient()
  const userId = useUserId()
  useEffect(() => {
    const check = async () => {
      if (document.hidden || !navigator.onLine) return
      const session = store.get()
      // Nobody is signed in for the moment: the page waits for the same person.
      if (!session) return
      if (session.expires - Date.now() < BEFORE_END) await api.renew()
      const { data } = await api.call(contract.users.get, { params: { id: userId } })
      cache.setQueryData(userKeys.one(userId), data.user)
    }
    // A lost connection or a busy server is no reason to sign out: the next check comes by itself.
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
