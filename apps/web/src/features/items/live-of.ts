import type { LiveHandler, LivePage } from '#features/live/index.ts'
import { itemKeys } from './keys.ts'
import type { ItemKind } from './kind.ts'

/** Returns the handler that refetches all data of a kind on its live events, and after an interruption of the stream. */
export function liveOf({ noun, live }: ItemKind): LiveHandler {
  if (!live) return { on: {} }
  const refetchAll = ({ refresh }: LivePage) => refresh.ask({ queryKey: itemKeys(noun).all }, live.gapMs)
  return {
    on: Object.fromEntries(live.codes.map((code) => [code, refetchAll])),
    onOpen(page, first) {
      if (!first) refetchAll(page)
    },
  }
}
