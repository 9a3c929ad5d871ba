import type { SystemEventOf } from '../../events.ts'
import type { Bus } from '../../platform/bus/index.ts'
import type { Teller } from './teller.ts'

/** Hears what happens in projects, once per process. */
export function listen(bus: Pick<Bus, 'on' | 'onGap'>, teller: Teller): () => void {
  const left = [
    bus.on('message.asked', (event) => teller.take({ what: 'asked', ...placeOf(event) })),
    bus.on('message.ended', (event) => teller.take({ what: 'ended', ...placeOf(event) })),
    bus.on('message.changed', (event) => teller.take({ what: 'message', ...placeOf(event) })),
    bus.on('tab.changed', (event) => teller.take({ what: 'tab', ...placeOf(event) })),
    bus.on('tab.deleted', (event) => teller.take({ what: 'tab-deleted', ...placeOf(event) })),
    bus.on('project.changed', ({ projectId }) => teller.take({ what: 'project', projectId })),
    bus.on('project.deleted', ({ projectId, ownerContextId, contextIds }) =>
      teller.take({ what: 'deleted', projectId, former: { ownerContextId, contextIds } }),
    ),
    bus.on('access.changed', ({ contextId, ownerContextId, contextIds }) =>
      teller.take({ what: 'access', contextId, former: { ownerContextId, contextIds } }),
    ),
    bus.onGap(() => teller.forget()),
  ]
  return () => left.forEach((leave) => leave())
}

type Placed = SystemEventOf<`message.${'asked' | 'ended' | 'changed'}` | `tab.${'changed' | 'deleted'}`>

/** Where an event happened, without what else it says. */
function placeOf(event: Placed) {
  const { projectId, tabId } = event
  return 'messageId' in event ? { projectId, tabId, messageId: event.messageId } : { projectId, tabId }
}
