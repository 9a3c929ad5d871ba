import type { ReactNode } from 'react'
import { SearchField } from '../../ui/search-field.tsx'
import css from './overview.module.css'
import type { ItemFilter } from './use-filter.ts'

interface FilterBarProps {
  filter: ItemFilter
  label: string
  /** The name by which the tour points at it. */
  tour?: string
  /** Further choices and actions behind the field. */
  children?: ReactNode
}

/** The line above an overview: the text filter, and what else the overview offers. */
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
