import { useEffect } from 'react'
import { useMark } from './api.ts'

/** Marks the notifications of what is open as read; `tried` has those of this page that it marked before. */
export function ReadOpened({ ids, tried }: { ids: readonly number[]; tried: Set<number> }) {
  const { mutate } = useMark()
  useEffect(() => {
    const next = ids.filter((id) => !tried.has(id))
    for (const id of next) tried.add(id)
    if (next.length > 0) mutate({ ids: next, read: true })
  }, [ids, tried, mutate])
  return null
}
