// The filter of an overview, stored in the address.
import { useAddress, useTypedParam } from '#lib/address.ts'

export interface ItemFilter {
  /** Text of the field; `q` is its debounced value. */
  text: string
  q: string
  /** Whether any filter is set. */
  filtered: boolean
  setText: (text: string) => void
  /** Returns a further filter by name; empty if not set. */
  get: (name: string) => string
  set: (name: string, value: string) => void
  clear: () => void
}

/** Returns the text filter `q` of an overview and its further filters; `choices` maps their names to their valid values. */
export function useItemFilter(choices: Readonly<Record<string, readonly string[]>> = {}): ItemFilter {
  const { text, value: q, setText } = useTypedParam('q')
  const address = useAddress()
  const { put } = address
  // Ignores invalid values in the address.
  const get = (name: string) => {
    const value = address.get(name)
    return choices[name]?.includes(value) ? value : ''
  }
  const names = Object.keys(choices)
  return {
    text,
    q,
    filtered: q !== '' || names.some((name) => get(name) !== ''),
    setText,
    get,
    set: (name, value) => put({ [name]: value }),
    clear: () => {
      setText('')
      put(Object.fromEntries(['q', ...names].map((name) => [name, ''])))
    },
  }
}
