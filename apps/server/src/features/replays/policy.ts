import { LEVEL, type Policy } from '#access/index.ts'

/** Starting a replay requires write access to its tab; reading its progress requires read access. */
export const replayPolicy = {
  thing: 'tab',
  needs: {
    replay: LEVEL.write,
    seeReplay: LEVEL.read,
    cancelOwnReplay: LEVEL.write,
    cancelReplayOfOthers: LEVEL.admin,
  },
} as const satisfies Policy
