// Fetches and changes the documents of data sources.
import type { ChosenEncoding, MediaItem, MediaText } from '@polylogue/contract'
import { contract, type Refresh } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useApi, type Api } from '#lib/api.ts'
import type { Medium } from '#ui/medium.ts'
import { useItemChange } from '#features/items/index.ts'
import { datasourceKeys } from '#features/datasources/keys.ts'

/** Sends a change, then refetches the data sources. */
const useChange = <Body, Reply>(send: (api: Api, sent: Body) => Promise<Reply>) =>
  useItemChange(send, [datasourceKeys.all])

/** Reads and indexes a document again. */
export const useIndexMedia = () =>
  useChange((api, id: number) => api.call(contract.media.index, { params: { id } }))

/** Starts all documents and site maps of a data source again that failed or were cancelled. */
export const useIndexFailed = () =>
  useChange((api, id: number) => api.call(contract.media.indexFailed, { params: { id } }))

/** Cancels the indexing of a document. */
export const useCancelMedia = () =>
  useChange((api, id: number) => api.call(contract.media.cancel, { params: { id } }))

/** Cancels the indexing of all documents of a data source. */
export const useCancelAll = () =>
  useChange((api, id: number) => api.call(contract.media.cancelAll, { params: { id } }))

/** Reads a text again in an encoding. */
export const useReadAs = () =>
  useChange((api, { id, encoding }: { id: number; encoding: ChosenEncoding }) =>
    api.call(contract.media.update, { params: { id }, body: { encoding } }),
  )

/** Sets how often a document is fetched again from its address. */
export const useSetRefresh = () =>
  useChange((api, { id, refresh }: { id: number; refresh: Refresh }) =>
    api.call(contract.media.update, { params: { id }, body: { refresh } }),
  )

/** Fetches a document again from its address, now. */
export const useRefreshMedia = () =>
  useChange((api, id: number) => api.call(contract.media.refresh, { params: { id } }))

export const useRemoveMedia = () =>
  useChange((api, id: number) => api.call(contract.media.remove, { params: { id } }))

/**
 * Returns the text of a document and the places of its passages; NOT_FOUND before it is read. Waits until it is known when the
 * document was indexed, because passages are others after that.
 */
export function useMediaText(media: MediaItem | undefined) {
  const id = media?.media_id ?? 0
  const api = useApi()
  return useQuery<MediaText>({
    queryKey: datasourceKeys.text(id, media?.indexed ?? null, media?.edition ?? 0),
    enabled: media !== undefined,
    placeholderData: (before) => (before?.media_id === id ? before : undefined),
    // Up to 10 million characters.
    staleTime: 300_000,
    queryFn: async ({ signal }) =>
      (await api.call(contract.media.text, { params: { id } }, { signal })).data.document,
  })
}

/** Returns a function that prepares documents for the media viewer. */
export function useAsMedium(): (media: MediaItem) => Medium {
  const api = useApi()
  return ({ media_id: id, name, mime_type: type, size }) => ({
    name,
    type,
    size,
    load: async () => {
      const { data } = await api.call(contract.media.binary, { params: { id } })
      return new Blob([data], { type })
    },
  })
}
