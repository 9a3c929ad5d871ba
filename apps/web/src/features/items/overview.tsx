import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useNearEnd } from '#lib/use-near-end.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading, Problem } from '#ui/states.tsx'
import css from './overview.module.css'
import type { ItemFilter } from './filter-bar.tsx'

interface OverviewWords {
  loadFailed: string
  /** Text that announces the number of results to screen readers. */
  found: (count: number) => string
  noMatch: string
  clearFilter: string
  more: string
  moreFailed: string
}

interface ItemOverviewProps {
  /** The items as cards, page after page. */
  list: UseInfiniteQueryResult<readonly unknown[]>
  filter: ItemFilter
  words: OverviewWords
  /** The bar above the cards. */
  filterBar: ReactNode
  /** Shown if there are no items at all. */
  empty: ReactNode
  /** The cards; the overview lays them out. */
  children: ReactNode
}

/** Shows all items of a kind as cards, with loading, error and empty states, server-side filter, and paging on scrolling. */
export function ItemOverview({ list, filter, words, filterBar, empty, children }: ItemOverviewProps) {
  const errorMessage = useErrorMessage()
  if (list.isPending) return <Skeleton />
  if (list.isError && !list.data) {
    const problem = errorMessage(list.error)
    return <LoadFailed title={words.loadFailed} {...problem} onRetry={() => void list.refetch()} />
  }
  if (list.data?.length === 0 && !filter.filtered && filter.text === '') return empty
  return (
    <>
      {filterBar}
      <Results list={list} filter={filter} words={words}>
        {children}
      </Results>
    </>
  )
}

function Results({
  list,
  filter,
  words,
  children,
}: Pick<ItemOverviewProps, 'list' | 'filter' | 'words' | 'children'>) {
  const count = list.data?.length ?? 0
  return (
    <>
      <p className="sr" role="status">
        {filter.filtered && !list.isFetching ? words.found(count) : ''}
      </p>
      {count === 0 ? (
        <EmptyState title={words.noMatch}>
          <Button onClick={filter.clear}>{words.clearFilter}</Button>
        </EmptyState>
      ) : (
        <div className={css.cards} aria-busy={list.isPlaceholderData || undefined}>
          {children}
        </div>
      )}
      <Pager list={list} words={words} />
    </>
  )
}

/** Fetches the next page when the end comes near; after an error on click. */
function Pager({ list, words }: Pick<ItemOverviewProps, 'list' | 'words'>) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const more = hasNextPage && !isFetching && !isFetchNextPageError
  const mark = useNearEnd(more, () => void fetchNextPage())
  return (
    <>
      {hasNextPage && <span ref={mark} className={css.mark} />}
      {isFetchNextPageError && (
        <div className={css.more}>
          <Problem
            action={
              <Button size="small" onClick={() => void fetchNextPage()}>
                {words.more}
              </Button>
            }
          >
            {words.moreFailed}
          </Problem>
        </div>
      )}
    </>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={css.cards}>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className={css.skeleton}>
          <SkeletonLine width={64} />
          <SkeletonLine width={92} />
          <SkeletonLine width={40} />
        </div>
      ))}
    </div>
  </Loading>
)
