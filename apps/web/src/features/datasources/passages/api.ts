// Switches passages off and on, lists those that are off, and changes their notes.
import type { MediaText, SwitchedOffChunk } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { datasourceKeys } from '../keys.ts'

/** Names a passage of a document. */
export interface PassageRef {
  datasourceId: number
  mediaId: number
  chunkId: number
}

export function useSetPassage({ datasourceId, mediaId, chunkId }: PassageRef) {
  const api = useApi()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: { isOff?: boolean; note?: string }) =>
      (await api.call(contract.media.setChunk, { params: { id: mediaId, chunkId }, body })).data,
    onSuccess({ chunks, media }) {
      // Fetching the whole text again would take long.
      const { media_id: id, indexed, edition } = media
      const known = cache.getQueryData<MediaText>(datasourceKeys.text(id, indexed, edition - 1))
      const changed = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]))
      if (known)
        cache.setQueryData<MediaText>(datasourceKeys.text(id, indexed, edition), {
          ...known,
          chunks: known.chunks.map((chunk) => changed.get(chunk.chunkId) ?? chunk),
        })
    },
    onSettled: () =>
      Promise.all(
        [datasourceKeys.all, datasourceKeys.passages(datasourceId)].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** Passages of a page. */
export const OFF_PAGE = 50

/** Returns a page of the passages of a data source that are switched off. Keeps the previous page until the next one is there. */
export function useSwitchedOff(datasourceId: number, page: number) {
  const api = useApi()
  return useQuery({
    queryKey: [...datasourceKeys.switchedOff(datasourceId), page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ chunks: SwitchedOffChunk[]; total: number }> => {
      const query = { limit: OFF_PAGE, offset: (page - 1) * OFF_PAGE }
      const { data, meta } = await api.call(
        contract.media.switchedOff,
        { params: { id: datasourceId }, query },
        { signal },
      )
      return { chunks: data.chunks, total: meta.total }
    },
  })
}
