import type { ReactNode } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import css from './fact-rows.module.css'
import { LoadFailed, Loading, SkeletonLine } from './states.tsx'

export interface FactListProps<T> {
  label: string
  /** Title when it cannot be loaded. */
  failed: string
  list: { data: readonly T[] | undefined; error: Error | null; refetch: () => unknown }
  /** Instead of an empty list. */
  empty: ReactNode
  row: (one: T) => ReactNode
}

/** A list of fact rows with its loading, error and empty states. */
export function FactList<T>({ label, failed, list: { data, error, refetch }, empty, row }: FactListProps<T>) {
  const errorMessage = useErrorMessage()
  if (!data && error)
    return <LoadFailed title={failed} {...errorMessage(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <div className={css.bones}>
          {[48, 64, 56].map((width) => (
            <SkeletonLine key={width} width={width} height={20} />
          ))}
        </div>
      </Loading>
    )
  return data.length === 0 ? empty : <ul aria-label={label}>{data.map(row)}</ul>
}
