import { useState } from 'react'

/** Returns the named item, or while its dialog closes the last one. */
export function useLastItem<Item>(named: Item | undefined): Item | undefined {
  const [last, setLast] = useState(named)
  if (named !== undefined && named !== last) setLast(named)
  return named ?? last
}
