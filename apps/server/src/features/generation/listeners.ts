import type { Bus } from '../../platform/bus/index.ts'
import type { Recorder } from './recorder.ts'

/** Ends answers when another process is told to stop them, or when their tab or project is gone. */
export function listen(bus: Bus, recorder: Recorder): () => void {
  const stopWhere = (ends: (live: { messageId: number; tabId: number }) => boolean) => {
    for (const live of recorder.all()) if (ends(live)) live.stop.abort()
  }
  const left = [
    bus.on('answer.stopped', ({ messageId }) => stopWhere((live) => live.messageId === messageId)),
    bus.on('tab.deleted', ({ tabId }) => stopWhere((live) => live.tabId === tabId)),
    bus.on('project.deleted', ({ tabIds }) => stopWhere((live) => tabIds.includes(live.tabId))),
  ]
  return () => left.forEach((leave) => leave())
}
