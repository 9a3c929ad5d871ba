// Signing in, and the signed-in user.
import type { Permission, User } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionOf, useApi, type Api } from '#lib/api.ts'
import { mayPass } from '#lib/query.ts'
import { userKeys } from '#features/users/keys.ts'
import { useUserId } from './session-context.tsx'

const sessionKeys = {
  sso: ['sso'] as const,
}

/** Query options for the signed-in user. */
export const viewerQuery = (api: Api, userId: number) =>
  queryOptions({
    queryKey: userKeys.one(userId),
    queryFn: async ({ signal }) => {
      const { data } = await api.call(contract.users.get, { params: { id: userId } }, { signal })
      return data.user as User
    },
    staleTime: 60_000,
    // No page works without the permissions, so this never gives up.
    retry: (_, error) => mayPass(error),
  })

/** Returns the signed-in user in full. */
export const useViewer = () => useQuery(viewerQuery(useApi(), useUserId()))

/** Whether the role of the signed-in user has a permission; undefined until that is known. */
export const usePermission = (permission: Permission): boolean | undefined =>
  useViewer().data?.permissions.includes(permission)

/** Failed attempts, in about three seconds, after which the page says that the account is missing. */
const SAID_AFTER = 3

interface ViewerAttempts {
  /** Whether the signed-in user could not be loaded for a moment. The attempts go on. */
  isLate: boolean
  /** Whether the attempt of `retry` is pending. */
  isRetrying: boolean
  /** Tries now, without the pause before the next attempt. */
  retry(): void
}

/** Returns how loading the signed-in user goes, for a page that is waiting for it. */
export function useViewerAttempts(): ViewerAttempts {
  const { isPending, failureCount } = useViewer()
  const [wasLate, setWasLate] = useState(false)
  const cache = useQueryClient()
  const filter = { queryKey: userKeys.one(useUserId()), exact: true }
  const isLate = isPending && (wasLate || failureCount >= SAID_AFTER)
  if (isLate !== wasLate) setWasLate(isLate)
  return {
    isLate,
    isRetrying: isLate && failureCount === 0,
    retry: () => void cache.cancelQueries(filter).then(() => cache.refetchQueries(filter)),
  }
}

/** Exchanges name and password for a session; the caller must still begin it. */
export function useSignIn() {
  const api = useApi()
  return useMutation({
    mutationFn: async (typed: { userName: string; userPassword: string }) => {
      const { data, meta } = await api.call(contract.auth.authenticate, { body: typed })
      return sessionOf(data, meta)
    },
  })
}

/** Returns whether single sign-on is enabled, and the name of the identity provider. */
export function useSsoState() {
  const api = useApi()
  return useQuery({
    queryKey: sessionKeys.sso,
    queryFn: async ({ signal }) => (await api.call(contract.auth.ssoState, {}, { signal })).data,
    staleTime: Infinity,
  })
}
