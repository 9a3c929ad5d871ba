// Tags that programs named before: a request should not wait for the database to say again what it said a moment ago.
import type { Bus } from '../../platform/bus/index.ts'
import type { TagRow } from './rules.ts'

/** The bus tells what changes, but may be cut off for a moment: nothing is believed for longer. */
const BELIEVED_MS = 5_000

/** Finds a tag by its name as `find` does, remembering what it found until models or providers change, here or elsewhere. */
export function remembered(
  find: (name: string) => Promise<TagRow | undefined>,
  bus: Pick<Bus, 'on' | 'onGap'>,
): (name: string) => Promise<TagRow | undefined> {
  let known = new Map<string, { readonly tag: TagRow; readonly at: number }>()
  const forget = (): void => {
    known = new Map()
  }
  bus.on('models.changed', forget)
  bus.on('providers.changed', forget)
  bus.onGap(forget)
  return async (name) => {
    const hit = known.get(name)
    if (hit && performance.now() - hit.at < BELIEVED_MS) return hit.tag
    // What was asked for before a change goes into the map that the change threw away.
    const asked = known
    const tag = await find(name)
    // Only what there is: names that nobody has would fill it.
    if (tag) asked.set(name, { tag, at: performance.now() })
    return tag
  }
}
