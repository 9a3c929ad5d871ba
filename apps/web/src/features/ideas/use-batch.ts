import { useEffect, useEffectEvent } from 'react'
import { useSessionState } from '#lib/session-state.ts'
import { useUserId } from '#features/session/index.ts'
import { useIdeaBatch } from './api.ts'

/** The largest seed that the server accepts. */
const MAX_SEED = 2_147_483_647
const newSeed = () => Math.floor(Math.random() * MAX_SEED)

/**
 * Returns four random ideas. `next` goes on to the next four; none is repeated until all were shown. The place survives
 * closing the menu and a reload, in this browser tab.
 */
export function useBatch() {
  const [place, change] = useSessionState(`${useUserId()}.ideas`, { seed: newSeed(), page: 1 })
  const batch = useIdeaBatch(place)
  const { data } = batch
  const next = () =>
    change(data && place.page < data.pages ? { page: place.page + 1 } : { seed: newSeed(), page: 1 })
  // Ideas were deleted meanwhile: the page is behind the last one.
  const isBeyond = data !== undefined && !batch.isPlaceholderData && data.total > 0 && data.ideas.length === 0
  const restart = useEffectEvent(() => change({ seed: newSeed(), page: 1 }))
  useEffect(() => {
    if (isBeyond) restart()
  }, [isBeyond])
  return { ...batch, isPending: batch.isPending || isBeyond, next }
}
