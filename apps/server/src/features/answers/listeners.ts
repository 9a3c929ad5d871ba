import { userKey } from '#access/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { AskingDeps } from './asking/deps.ts'

/** Stops answers on request of another process, and when their tab, project or user is gone or the user loses access. */
export function listen(
  bus: Bus,
  { recorder, direct, viewerOf, log }: Pick<AskingDeps, 'recorder' | 'direct' | 'viewerOf' | 'log'>,
): () => void {
  const stopWhere = (ends: (live: { messageId: number; tabId: number; asker: string }) => boolean) => {
    for (const live of recorder.all()) if (ends(live)) live.stop.abort()
  }
  const lookAt = async (userId: number) => {
    const key = userKey(userId)
    const asks = direct.askers().has(key) || [...recorder.all()].some((live) => live.asker === key)
    if (!asks || (await viewerOf(userId))) return
    stopWhere((live) => live.asker === key)
    direct.endOf(key)
  }
  const left = [
    bus.on('answer.stopped', ({ messageId }) => stopWhere((live) => live.messageId === messageId)),
    bus.on('tab.deleted', ({ tabId }) => stopWhere((live) => live.tabId === tabId)),
    bus.on('item.deleted', ({ noun, partIds }) => {
      if (noun === 'project') stopWhere((live) => partIds.includes(live.tabId))
    }),
    bus.on('user.changed', ({ userId }) => {
      lookAt(userId).catch((error: unknown) =>
        log.warn({ err: error, userId }, 'it is not known whether answers of a changed account go on'),
      )
    }),
  ]
  return () => left.forEach((leave) => leave())
}
