import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { paletteKeys } from './keys.ts'

/** A pause in typing after which the server is asked. */
const PAUSE = 160
/** One letter finds half of everything. */
const LEAST = 2

/** The messages, tabs and projects in which the words stand; another word ends the question before. Kept nowhere. */
export function useFinds(typed: string) {
  const api = useApi()
  const words = useSettled(typed.trim())
  const asked = words.length >= LEAST
  const finds = useQuery({
    queryKey: paletteKeys.finds(words),
    enabled: asked,
    gcTime: 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.call(contract.search.find, { query: { q: words, limit: 12 } }, { signal })).data.Finds,
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
