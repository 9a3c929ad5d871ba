// Keeps the state of a list in its address: search text, filters and page.
import { useEffect, useEffectEvent, useState } from 'react'
import { useParamsOfPage } from './search-params.ts'
import { useSettled } from './use-settled.ts'

export interface Address {
  get(name: string): string
  /** Replaces the current history entry with these parameters changed; an empty value removes one. */
  put(change: Readonly<Record<string, string>>): void
}

export function useAddress(): Address {
  const [params, setParams] = useParamsOfPage()
  return {
    get: (name) => params.get(name) ?? '',
    put: (change) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(change))
            if (value === '') next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace: true },
      ),
  }
}

/**
 * Returns the text of a search field (`text`) and its debounced value in the address (`value`). A new value resets `page`,
 * because another search starts at its first page.
 */
export function useTypedParam(name: string): {
  text: string
  value: string
  setText: (text: string) => void
} {
  const { get, put } = useAddress()
  const value = get(name)
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const settled = useSettled(text)
  // After Back or a link the address changed elsewhere: the field follows it.
  if (known !== value) {
    setKnown(value)
    if (text.trim() !== value) setText(value)
  }
  const search = useEffectEvent((wanted: string) => {
    if (wanted !== value && wanted === text.trim()) put({ [name]: wanted, page: '' })
  })
  useEffect(() => search(settled.trim()), [settled])
  return { text, value, setText }
}

/** Returns the page of the list from the address, from 1. */
export function usePageParam(): [page: number, setPage: (page: number) => void] {
  const { get, put } = useAddress()
  const page = Number(get('page'))
  return [
    Number.isSafeInteger(page) && page > 1 ? page : 1,
    (next) => put({ page: next > 1 ? String(next) : '' }),
  ]
}
