// Handles live events about requests to publish items.
import { LIVE } from '@polylogue/contract/browser'
import { loadCode } from '#lib/load-code.ts'
import { refetch, type LiveHandler } from '#features/live/index.ts'
import { publicationKeys } from './keys.ts'

export const publicationsLive: LiveHandler = {
  on: {
    [LIVE.publications](page, data) {
      refetch(page, publicationKeys.lists)
      loadCode(() => import('./tell.ts'))
        .then(({ tell }) => tell(page, data))
        // Without code or texts no notice: the page of publications shows the same.
        .catch(() => undefined)
    },
  },
  onOpen(page, first) {
    if (!first) refetch(page, publicationKeys.lists)
  },
}
