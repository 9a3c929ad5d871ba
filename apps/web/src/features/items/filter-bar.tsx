import type { ReactNode } from 'react'
import { SearchField } from '#ui/search-field.tsx'
import css from './overview.module.css'
import type { ItemFilter } from './use-filter.ts'

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
