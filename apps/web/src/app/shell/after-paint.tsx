// What the shell loads once the page itself is there, as one chunk.
import { BannerPlace } from '#features/announcements/banner-place.tsx'
import { PushPlace } from '#features/notifications/index.ts'

export { LIVE_HANDLERS } from '../live-handlers.ts'

/** Banners of administrators, and notifications of the browser. */
export const AfterPaint = () => (
  <>
    <BannerPlace />
    <PushPlace />
  </>
)
