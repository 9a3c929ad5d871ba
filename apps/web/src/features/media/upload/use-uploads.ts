// The uploads of this page. They go on when their dialog is closed; closing the page asks first.
import type { Datasource, MediaItem } from '@polylogue/contract'
import { contract, DATASOURCE_LIMITS } from '@polylogue/contract/browser'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiProblem, useApi, type Api } from '#lib/api.ts'
import { perUser } from '#lib/per-page.ts'
import { useStore } from '#lib/store.ts'
import { useUserId } from '#features/session/index.ts'
import { datasourceKeys } from '#features/datasources/keys.ts'
import { createUploads, type Upload, type Uploads } from './uploads.ts'

/** After its user has left, nothing of an upload goes on. */
const uploadsOf = perUser(createFor, (uploads) => uploads.end())

function createFor(cache: QueryClient, _: number, api: Api): Uploads {
  const uploads = createUploads<MediaItem>({
    piece: DATASOURCE_LIMITS.piece,
    begin: async (id, { name, type, size }) => {
      const body = { name, mime_type: type, size }
      return (await api.call(contract.media.begin, { params: { id }, body })).data.media
    },
    append: async (id, offset, piece) => {
      // Read before it is sent: a file that was moved then fails at once, and not like a lost connection.
      const body = new Uint8Array(await piece.arrayBuffer())
      return (await api.call(contract.media.append, { params: { id }, query: { offset }, body })).data.media
    },
    get: async (id) => (await api.call(contract.media.get, { params: { id } })).data.media,
    discard: (id) => api.call(contract.media.remove, { params: { id } }),
    mayPass,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onDone: (media) => showDone(cache, media),
    onIdle: () => void cache.invalidateQueries({ queryKey: datasourceKeys.all }),
  })
  uploads.subscribe(() => askBeforeLeaving(uploads.get().some(({ state }) => state !== 'failed')))
  return uploads
}

const WORTH_ASKING_AGAIN = new Set<number>([0, 408, 409, 429])

/** A full disk does not pass by itself. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiProblem) || error.code === 'STORAGE_FULL') return false
  return WORTH_ASKING_AGAIN.has(error.status) || error.status >= 500
}

/** Shows a document that has arrived, without fetching the whole list for each. */
function showDone(cache: QueryClient, media: MediaItem): void {
  cache.setQueryData<Datasource>(datasourceKeys.one(media.datasourceId), (datasource) => {
    if (!datasource) return undefined
    const others = datasource.media.filter(({ media_id }) => media_id !== media.media_id)
    return { ...datasource, media: [...others, media] }
  })
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

function askBeforeLeaving(needed: boolean): void {
  // Adding a listener twice adds it once.
  if (needed) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

/** Returns the uploads of the user, which all pages and dialogs share. */
export function useUploads(): Uploads {
  const api = useApi()
  const cache = useQueryClient()
  return uploadsOf(cache, useUserId(), api)
}

/** Returns the unfinished uploads to a data source. */
export function useUploadsOf(datasourceId: number): readonly Upload[] {
  const uploads = useStore(useUploads())
  return useMemo(
    () => uploads.filter((upload) => upload.datasourceId === datasourceId),
    [uploads, datasourceId],
  )
}
