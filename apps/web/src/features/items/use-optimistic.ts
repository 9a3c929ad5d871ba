import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'

interface Optimistic<Body, Data> {
  queryKey: QueryKey
  send: (api: Api, sent: Body) => Promise<unknown>
  /** Returns the data as it is after the change. */
  show: (data: Data, sent: Body) => Data
  /** Title of the notice when the server refuses the change. */
  failed: string
  /** Further data that the change affects. */
  others?: readonly QueryKey[]
}

/** Shows a change of cached data at once; rolls back with a notice when the server refuses it. */
export function useOptimistic<Body, Data>(options: Optimistic<Body, Data>) {
  const { queryKey, send, show, failed, others = [] } = options
  const api = useApi()
  const cache = useQueryClient()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: (sent: Body) => send(api, sent),
    onMutate: async (sent) => {
      // Must come first: a cancelled fetch restores the previous data.
      await cache.cancelQueries({ queryKey, exact: true })
      const before = cache.getQueryData<Data>(queryKey)
      if (before !== undefined) cache.setQueryData<Data>(queryKey, show(before, sent))
      return before
    },
    onError: (error, _, before) => {
      if (before !== undefined) cache.setQueryData(queryKey, before)
      notices.show({ kind: 'failure', title: failed, text: errorMessage(error).sentence })
    },
    onSettled: () =>
      Promise.all([queryKey, ...others].map((key) => cache.invalidateQueries({ queryKey: key }))),
  })
}
