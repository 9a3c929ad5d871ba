import { LEVEL, type Policy } from '../../access/index.ts'

/** A replay is its tab's: who may write there may replay, who may read there may see how far it is. */
export const replayPolicy = {
  thing: 'tab',
  needs: {
    replay: LEVEL.write,
    seeReplay: LEVEL.read,
    cancelOwnReplay: LEVEL.write,
    cancelReplayOfOthers: LEVEL.admin,
  },
} as const satisfies Policy
