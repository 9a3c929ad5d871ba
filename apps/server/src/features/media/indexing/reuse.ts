// Decides which chunks a new version of a document keeps (SOURCE-6). Pure.
import { decodePlaces, encodePlaces, type Chunk } from '@polylogue/retrieval'
import { sameSetting, type ChunkSetting } from './settings.ts'

export interface KnownChunk extends ChunkSetting {
  readonly id: number
  readonly ordinal: number
  readonly hash: Buffer
}

/** A chunk of the new version; `id` is that of the known chunk with the same context and text. */
export interface PlannedChunk {
  readonly chunk: Chunk
  readonly id: number | undefined
  readonly setting: ChunkSetting
  /** Whether the known chunk has this setting; false without one. */
  readonly isSet: boolean
}

export interface Plan {
  /** All chunks of the new version, in order. */
  readonly chunks: readonly PlannedChunk[]
  /** Ids of known chunks that the new version does not have. */
  readonly removed: readonly number[]
}

/** Matches the chunks of a new version with the known ones: equal texts keep their ids, in their order. */
export function planReuse(
  known: readonly KnownChunk[],
  chunks: readonly Chunk[],
  settingOf: (text: string) => ChunkSetting,
): Plan {
  const ordered = known.toSorted((one, other) => one.ordinal - other.ordinal)
  const free = Map.groupBy(ordered, ({ hash }) => hash.toString('base64'))
  const planned = chunks.map((chunk) => {
    const same = free.get(chunk.hash.toString('base64'))?.shift()
    const setting = settingOf(chunk.text)
    return { chunk, id: same?.id, setting, isSet: same !== undefined && sameSetting(same, setting) }
  })
  return { chunks: planned, removed: [...free.values()].flat().map(({ id }) => id) }
}

/** Returns the run of each chunk: those without a gap between their ordinals. Only chunks of one run are neighbours in a segment. */
export function runsOf<Item>(
  items: readonly Item[],
  placeOf: (item: Item) => { readonly mediaId: number; readonly ordinal: number },
): number[] {
  let run = 0
  let last: { readonly mediaId: number; readonly ordinal: number } | undefined
  return items.map((item) => {
    const place = placeOf(item)
    if (last?.mediaId !== place.mediaId || last.ordinal + 1 !== place.ordinal) run++
    last = place
    return run
  })
}

/** The id in place of a chunk that was removed from a segment. Ids of the database begin with 1. */
const GONE = 0

/**
 * Returns the places of a segment after a document got a new version: chunks that `left` it are no longer found, and chunks
 * that are no longer neighbours give each other no points. `ordinals` belong to the chunks that stay. Returns undefined when
 * nothing changes.
 */
export function placesAfter(
  bytes: Uint8Array,
  left: ReadonlySet<number>,
  ordinals: ReadonlyMap<number, number>,
): Buffer | undefined {
  const { ids, lengths, begins } = decodePlaces(bytes)
  let isChanged = false
  const starts: number[] = []
  const after: number[] = []
  ids.forEach((id, at) => {
    const before = at === 0 ? undefined : ids[at - 1]
    const concerned = left.has(id) || ordinals.has(id) || (before !== undefined && left.has(before))
    const wasFirst = begins[at] === 1
    const isFirst = wasFirst || (concerned && !follows(before, id, left, ordinals))
    if (isFirst) starts.push(at)
    after.push(left.has(id) ? GONE : id)
    if (isFirst !== wasFirst || left.has(id)) isChanged = true
  })
  return isChanged ? encodePlaces({ ids: after, lengths, documentStarts: starts }) : undefined
}

function follows(
  before: number | undefined,
  id: number,
  left: ReadonlySet<number>,
  ordinals: ReadonlyMap<number, number>,
): boolean {
  if (before === undefined || left.has(before) || left.has(id)) return false
  const [first, second] = [ordinals.get(before), ordinals.get(id)]
  return first !== undefined && second !== undefined && first + 1 === second
}
