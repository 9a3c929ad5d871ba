import { useState, type ReactNode } from 'react'
import { Pager } from '#ui/pager.tsx'

/** Number of groups on a page. */
const SIZE = 50

/** Shows a long list in pages; a short one without a pager. */
export function Paged<T>({
  items,
  label,
  children,
}: {
  items: readonly T[]
  /** Accessible name of the pager. */
  label: string
  children: (shown: readonly T[]) => ReactNode
}) {
  const [wanted, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(items.length / SIZE))
  const page = Math.min(wanted, pages)
  return (
    <>
      {children(items.slice((page - 1) * SIZE, page * SIZE))}
      {pages > 1 && (
        <Pager label={label} page={page} pageSize={SIZE} total={items.length} hasNumbers onPage={setPage} />
      )}
    </>
  )
}
