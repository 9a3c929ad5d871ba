// Fetches, creates and deletes categories and tags.
import type { Label } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import { labelKeys } from './keys.ts'
import type { LabelKind } from './label-list.ts'

/** All categories or tags, by name, and whether the user may delete them. */
interface Labels {
  readonly labels: readonly Label[]
  readonly canDelete: boolean
}

async function fetchLabels(api: Api, kind: LabelKind, signal: AbortSignal): Promise<Labels> {
  if (kind === 'tags') {
    const { data, meta } = await api.call(contract.labels.tags, {}, { signal })
    return { labels: data.Tags, canDelete: meta.canDelete }
  }
  const { data, meta } = await api.call(contract.labels.categories, {}, { signal })
  return { labels: data.Categories, canDelete: meta.canDelete }
}

const labelsOf = ({ labels }: Labels) => labels

/** Returns all categories or tags, by name. */
export const useLabels = (kind: LabelKind) => useLabelQuery(kind, labelsOf)

/** Returns whether the user may delete categories and tags; false while this is not known. */
export const useCanDeleteLabels = (): boolean =>
  useLabelQuery('categories', ({ canDelete }) => canDelete).data ?? false

function useLabelQuery<T>(kind: LabelKind, select: (labels: Labels) => T) {
  const api = useApi()
  return useQuery({
    queryKey: labelKeys.of(kind),
    queryFn: ({ signal }) => fetchLabels(api, kind, signal),
    select,
  })
}

/** Deletes a category or tag for everybody. */
export function useDeleteLabel(kind: LabelKind) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      kind === 'categories'
        ? api.call(contract.labels.removeCategory, { params: { id } })
        : api.call(contract.labels.removeTag, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: labelKeys.of(kind) }),
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
      cache.setQueryData<Labels>(
        labelKeys.of(kind),
        (before) =>
          before && { ...before, labels: [...before.labels.filter(({ id }) => id !== label.id), label] },
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: labelKeys.of(kind) }),
  })
}
