import type { ItemType } from '#access/items/index.ts'
import type { Bus } from '#platform/bus.ts'
import type { Notifier } from './notifier.ts'

/** Subscribes to changes of items and their access, once per process. The item type defines the messages. */
export function listen(
  bus: Pick<Bus, 'on' | 'onGap'>,
  notifier: Notifier,
  types: readonly ItemType[],
): () => void {
  const byNoun = new Map(types.map((type) => [type.noun, type]))
  const left = [
    bus.on('item.changed', ({ noun, id }) => {
      const type = byNoun.get(noun)
      if (type) notifier.take({ noun, id, messages: type.live.changed(id) })
    }),
    bus.on('item.deleted', ({ noun, id, ownerContextId, contextIds }) => {
      const type = byNoun.get(noun)
      const former = { ownerContextId, contextIds }
      if (type) notifier.take({ noun, id, messages: type.live.deleted(id), former })
    }),
    bus.on('access.changed', ({ contextId, ownerContextId, contextIds }) =>
      notifier.take({ contextId, former: { ownerContextId, contextIds } }),
    ),
    ...types.flatMap(
      ({ noun, live }) => live.listen?.(bus, (id, messages) => notifier.take({ noun, id, messages })) ?? [],
    ),
    bus.onGap(() => notifier.forget()),
  ]
  return () => left.forEach((leave) => leave())
}
