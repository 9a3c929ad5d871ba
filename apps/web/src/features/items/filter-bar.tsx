import type { ReactNode } from 'react'
import { SearchField } from '#ui/search-field.tsx'
import { useAddress, useTypedParam } from '#lib/address.ts'
import css from './overview.module.css'

interface FilterBarProps {
  filter: ItemFilter
  label: string
  /** Target name for the tour. */
  tour?: string
  /** Further filters and actions after the field. */
  children?: ReactNode
}

/** The bar above an overview: text filter, further filters and actions. */
export const FilterBar = ({ filter, label, tour, children }: FilterBarProps) => (
  <div className={css.filters} role="search" aria-label={label} data-tour={tour}>
    <SearchField
      label={label}
      maxLength={500}
      value={filter.text}
      onChange={(event) => filter.setText(event.target.value)}
    />
    {children}
  </div>
)

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
