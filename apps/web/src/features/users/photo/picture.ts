// Profile pictures: one request per picture version, shared by all components.
import { contract } from '@polylogue/contract/browser'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { perPage } from '#lib/per-page.ts'
import { userKeys } from '../keys.ts'

/** The user and the picture version; null when there is no picture. */
export interface Pictured {
  id: number
  picture: string | null
}

/**
 * Returns the object URL of a picture; undefined while loading or when there is none. Each version is a separate picture.
 */
export function usePicture(person: Pictured | undefined): string | undefined {
  const api = useApi()
  const cache = useQueryClient()
  const id = person?.id ?? 0
  const version = person?.picture ?? ''
  const { data } = useQuery({
    queryKey: userKeys.picture(id, version),
    enabled: version !== '',
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      releaseForgotten(cache)
      const { data: bytes } = await api.call(contract.users.pictureBytes, { params: { id } }, { signal })
      return URL.createObjectURL(blobOf(bytes.content, bytes.mime_type))
    },
  })
  return data
}

const TYPES = new Set(['image/jpeg', 'image/png'])

function blobOf(base64: string, type: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: TYPES.has(type) ? type : 'image/jpeg' })
}

/** An object URL keeps its bytes in memory until it is revoked. */
const releaseForgotten = perPage((cache) =>
  cache.getQueryCache().subscribe(({ type, query }) => {
    const [noun] = query.queryKey
    const { data } = query.state
    if (type === 'removed' && noun === 'pictures' && typeof data === 'string') URL.revokeObjectURL(data)
  }),
)
