// Pushes changes of prompt ideas to all users. The message names no idea: those of other tenants are not theirs to know.
import { LIVE, type LiveMessage } from '@polylogue/contract'
import type { Bus } from '../../platform/bus/index.ts'
import type { Connections } from './connections.ts'
import { gather } from './gather.ts'

/** Batch interval: each message makes every page that shows ideas refetch them. */
const GATHER_MS = 300

const CHANGED: LiveMessage = { context: LIVE.ideas, uri: '/ideas', contextData: {} }

/** Subscribes to changes of ideas until the returned function is called. */
export function notifyOfIdeas({
  bus,
  connections,
}: {
  bus: Pick<Bus, 'on'>
  connections: Connections
}): () => void {
  const changed = gather(GATHER_MS, () => connections.sendToAll([CHANGED], 'everybody'))
  const left = [bus.on('ideas.changed', () => changed.take(0)), changed.close]
  return () => left.forEach((leave) => leave())
}
