import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'

/** Sends a change of an item, then refetches the queries of these keys. */
export function useItemChange<Body, Reply>(
  send: (api: Api, sent: Body) => Promise<Reply>,
  keys: readonly QueryKey[],
) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (sent: Body) => send(api, sent),
    onSettled: () => Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey }))),
  })
}
