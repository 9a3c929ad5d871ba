// A cache of rendered blocks: returning to a tab renders them again without parsing. Not of a page or a user: its keys are the
// texts, so that nobody finds a block whose text they do not have.
import type { ReactElement } from 'react'

/** Enough for the visible messages of a few tabs. */
const MAX = 400
/** Maximum characters of a cached block; longer ones are rare and large. */
const LONGEST = 5_000

const blocks = new Map<string, ReactElement>()

/** Returns the cached block of the key, or the result of `make`. Equal keys must produce equal blocks. */
export function keptBlock(key: string, make: () => ReactElement): ReactElement {
  if (key.length > LONGEST) return make()
  const block = blocks.get(key) ?? make()
  // Moves the entry to the end (least recently used first).
  blocks.delete(key)
  blocks.set(key, block)
  const [oldest] = blocks.size > MAX ? blocks.keys() : []
  if (oldest !== undefined) blocks.delete(oldest)
  return block
}
