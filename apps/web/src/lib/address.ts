// What a list shows is in its address: what it is searched for, how it is filtered, which page of it.
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSettled } from './use-settled.ts'

export interface Address {
  get(name: string): string
  /** Changes some parameters; an empty value takes one away. Without a new entry in the history. */
  put(change: Readonly<Record<string, string>>): void
}

export function useAddress(): Address {
  const [params, setParams] = useSearchParams()
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
 * A text that is typed: `text` stands in the field, `value` in the address once typing pauses. What is found by another text
 * begins at its first page: `page` leaves the address.
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
  // Back and a link bring another address: then the field follows it.
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

/** The page of a list that the address names, from 1. */
export function usePageParam(): [page: number, setPage: (page: number) => void] {
  const { get, put } = useAddress()
  const page = Number(get('page'))
  return [
    Number.isSafeInteger(page) && page > 1 ? page : 1,
    (next) => put({ page: next > 1 ? String(next) : '' }),
  ]
}
