import type { Find } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api.ts'

const paletteKeys = {
  finds: (words: string, archived: 'only' | 'all') => ['finds', words, archived] as const,
}

/** Debounce of server searches, in milliseconds. */
const PAUSE = 160
/** Minimum length of a search; one letter matches too much. */
const LEAST = 2

/** Returns the messages, tabs and projects that contain the words. A new text aborts the previous request. Not cached. */
export function useFinds(typed: string, archived: 'only' | 'all' = 'all') {
  const api = useApi()
  const words = useSettled(typed.trim())
  const asked = words.length >= LEAST
  const finds = useQuery({
    queryKey: paletteKeys.finds(words, archived),
    enabled: asked,
    gcTime: 0,
    staleTime: 0,
    // Only of the same filter: what is not archived would show as if it were.
    placeholderData: (kept: Find[] | undefined, before) =>
      before?.queryKey[2] === archived ? kept : undefined,
    queryFn: async ({ signal }) => {
      const query = { q: words, limit: 12, archived }
      return (await api.call(contract.search.find, { query }, { signal })).data.Finds
    },
  })
  const waiting = asked && (finds.isFetching || words !== typed.trim())
  return { finds: asked ? (finds.data ?? []) : [], waiting, failed: asked && finds.isError, words }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
