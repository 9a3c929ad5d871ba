// The tenants that the viewer may assign (ACCESS-6).
import type { User } from '@polylogue/contract'
import { contract, SUPERUSER } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { contextKeys } from '#features/contexts/keys.ts'
import { useViewer } from '#features/session/index.ts'

interface Tenant {
  id: number
  name: string
}

const NONE: readonly Tenant[] = []
/** Maximum number of tenants to load; an installation has about twenty. */
const AT_ONCE = 500

type Chooser = Pick<User, 'roleId' | 'tenantContextId' | 'permissions'>

/**
 * Returns whether the viewer may choose among all tenants; inside a tenant wall there is no choice. The server checks the
 * same.
 */
export const choosesTenants = ({ roleId, tenantContextId, permissions }: Chooser): boolean =>
  (roleId === SUPERUSER || tenantContextId === null) &&
  (permissions.includes('can_create_user') || permissions.includes('can_edit_user'))

/** Returns the tenants by name; empty when none are configured or the viewer may not assign them. */
export function useTenants(): readonly Tenant[] {
  const api = useApi()
  const { data: viewer } = useViewer()
  const { data } = useQuery({
    queryKey: [...contextKeys.all, 'tenants'],
    enabled: viewer !== undefined && choosesTenants(viewer),
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Tenant[]> => {
      const request = { params: { id: 'tenants' as const }, query: { limit: AT_ONCE, brief: 'true' } }
      const { data: found } = await api.call(contract.contexts.list, request, { signal })
      return (found.TennantContexts ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })
  return data ?? NONE
}
