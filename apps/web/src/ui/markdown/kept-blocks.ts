// Blocks that were read lately: going back to a tab draws them again without reading them again.
import type { ReactElement } from 'react'

/** Enough for the windows of a few tabs. */
const MOST = 400
/** Letters of a block that is kept; longer ones are rare and large. */
const LONGEST = 5_000

const blocks = new Map<string, ReactElement>()

/** The block of that key, made when it is not known. The same key must always make the same. */
export function keptBlock(key: string, make: () => ReactElement): ReactElement {
  if (key.length > LONGEST) return make()
  const block = blocks.get(key) ?? make()
  // The one used last is the last to go.
  blocks.delete(key)
  blocks.set(key, block)
  const [oldest] = blocks.size > MOST ? blocks.keys() : []
  if (oldest !== undefined) blocks.delete(oldest)
  return block
}
