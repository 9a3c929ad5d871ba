// Fetches and creates categories and tags.
import type { Label } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '../../lib/api.ts'
import { labelKeys } from './keys.ts'
import type { LabelKind } from './label-list.ts'

const fetchLabels = (api: Api, kind: LabelKind, signal: AbortSignal): Promise<Label[]> =>
  kind === 'categories'
    ? api.call(contract.labels.categories, {}, { signal }).then(({ data }) => data.Categories)
    : api.call(contract.labels.tags, {}, { signal }).then(({ data }) => data.Tags)

/** Returns all categories or tags, by name. */
export function useLabels(kind: LabelKind) {
  const api = useApi()
  return useQuery({
    queryKey: labelKeys.of(kind),
    queryFn: ({ signal }) => fetchLabels(api, kind, signal),
  })
}

/** Creates a category or tag; resolves with it. */
export function useCreateLabel(kind: LabelKind) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: { name: string; description: string }): Promise<Label> =>
      kind === 'categories'
        ? (await api.call(contract.labels.createCategory, { body })).data.category
        : (await api.call(contract.labels.createTag, { body })).data.tag,
    onSuccess: (label) =>
      cache.setQueryData<Label[]>(labelKeys.of(kind), (labels = []) => [
        ...labels.filter(({ id }) => id !== label.id),
        label,
      ]),
    onSettled: () => cache.invalidateQueries({ queryKey: labelKeys.of(kind) }),
  })
}
