// Fetches, creates, changes and deletes API tokens.
import type { ApiToken } from '@polylogue/contract'
import { COMPANY_CONTEXT, contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useUserId, useViewer } from '#features/session/index.ts'

const tokenKeys = {
  of: (scope: string) => ['tokens', scope] as const,
}

/** Owner of the tokens: the user or the organisation. */
export type Scope = ApiToken['scope']

/** Form values of a token; without `expires` the expiry is unchanged. */
export interface TokenValues {
  name: string
  description: string
  expires?: string | null | undefined
}

/** Returns a list of tokens, newest first. */
export function useTokens(scope: Scope, asked = true) {
  const api = useApi()
  const call = scope === 'users' ? contract.apitokens.own : contract.apitokens.ofTheCompany
  return useQuery({
    queryKey: tokenKeys.of(scope),
    enabled: asked,
    queryFn: async ({ signal }): Promise<ApiToken[]> => (await api.call(call, {}, { signal })).data.ApiTokens,
  })
}

/** Creates a token and returns its value, which the server returns only once. */
export function useCreateToken(scope: Scope) {
  const save = useSave(scope)
  return useChange(scope, async (api, values: TokenValues): Promise<string> => {
    const { value } = await save(api, values)
    if (value === undefined) throw new Error('The server told no value of a new token')
    return value
  })
}

/** Updates a token; its value stays. */
export function useUpdateToken(scope: Scope) {
  const save = useSave(scope)
  return useChange(scope, (api, { id, ...values }: TokenValues & { id: number }) =>
    save(api, { ...values, tokenId: id }),
  )
}

/** Deletes a token. */
export function useRemoveToken(scope: Scope) {
  const userId = useUserId()
  return useChange(scope, async (api, id: number) => {
    if (scope === 'users') await api.call(contract.apitokens.removeOfUser, { params: { userId, id } })
    else await api.call(contract.apitokens.removeOfCompany, { params: { companyId: COMPANY_CONTEXT, id } })
  })
}

function useSave(scope: Scope) {
  const userId = useUserId()
  return async (api: Api, body: TokenValues & { tokenId?: number }) => {
    if (scope === 'users')
      return (await api.call(contract.apitokens.saveOfUser, { params: { userId }, body })).data
    const params = { companyId: COMPANY_CONTEXT }
    return (await api.call(contract.apitokens.saveOfCompany, { params, body })).data
  }
}

/** A mutation of a token list; invalidates that list. */
function useChange<V, R>(scope: Scope, change: (api: Api, values: V) => Promise<R>) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (values: V) => change(api, values),
    onSettled: () => cache.invalidateQueries({ queryKey: tokenKeys.of(scope) }),
  })
}

/** Returns whether the account may use the API; otherwise its tokens are rejected and none can be created. */
export function useApiOpen(): boolean {
  const { data: viewer } = useViewer()
  return viewer?.account.canUseApi ?? true
}
