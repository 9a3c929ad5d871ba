// Which items an overview shows, kept in the address.
import { useAddress, useTypedParam } from '../../lib/address.ts'

export interface ItemFilter {
  /** What stands in the field; `q` is what is searched for, once typing pauses. */
  text: string
  q: string
  /** Whether it leaves anything out. */
  filtered: boolean
  setText: (text: string) => void
  /** A further choice of the overview, by its name; empty when nothing is chosen. */
  get: (name: string) => string
  set: (name: string, value: string) => void
  clear: () => void
}

/** The text filter `q` of an overview, and its further choices: their names with the values that they may have. */
export function useItemFilter(choices: Readonly<Record<string, readonly string[]>> = {}): ItemFilter {
  const { text, value: q, setText } = useTypedParam('q')
  const address = useAddress()
  const { put } = address
  // An address may name anything.
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
