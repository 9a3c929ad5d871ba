import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode, useEffect, useEffectEvent } from 'react'
import { hasWords } from '#lib/has-words.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/pager.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import css from './panel-list.module.css'

interface PanelListWords {
  loadFailed: string
  emptyTitle: string
  emptyText: string
  filter: string
  clearFilter: string
  noMatch: (text: string) => string
  /** Text that announces the number of results to screen readers. */
  found: (count: number) => string
  add: string
}

type ListQuery<Data> = Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'error'> & {
  refetch: () => Promise<unknown>
}

interface PanelFrameProps<Data> {
  list: ListQuery<Data>
  /** Whether there are no items at all. */
  isEmpty: (data: Data) => boolean
  words: PanelListWords
  /** The text of the filter. */
  text: string
  onText: (text: string) => void
  /** Further filters below the field. */
  filters?: ReactNode
  onAdd: () => void
  children: (data: Data) => ReactNode
}

/** The frame of a list in a narrow column: loading, error and empty states, filter and a button to add an item. */
function PanelFrame<Data>(props: PanelFrameProps<Data>) {
  const { list, isEmpty, words, text, onText, filters, onAdd, children } = props
  const errorMessage = useErrorMessage()
  if (list.isPending) return <Skeleton />
  if (list.data === undefined)
    return (
      <LoadFailed
        title={words.loadFailed}
        {...errorMessage(list.error)}
        onRetry={() => void list.refetch()}
      />
    )
  const empty = isEmpty(list.data)
  // One element in both states, so that the button keeps its place in the page, and the focus with it.
  return (
    <div className={css.list}>
      {empty && <EmptyState title={words.emptyTitle} text={words.emptyText} wayOn="beside" />}
      <div className={css.tools} {...(empty ? {} : { role: 'search', 'aria-label': words.filter })}>
        {!empty && (
          <SearchField
            label={words.filter}
            className={css.filter}
            maxLength={200}
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        )}
        <Button icon="plus" className={css.add ?? ''} onClick={onAdd}>
          {words.add}
        </Button>
        {!empty && filters}
      </div>
      {!empty && children(list.data)}
    </div>
  )
}

interface FoundItemsProps<Item> {
  found: readonly Item[]
  /** What the list is filtered by; empty if it is not. */
  typed: string
  /** Announced to screen readers; empty while the result is not known. */
  announced: string
  words: PanelListWords
  onClear: () => void
  children: (found: readonly Item[]) => ReactNode
}

function FoundItems<Item>({ found, typed, announced, words, onClear, children }: FoundItemsProps<Item>) {
  return (
    <>
      <p className="sr" role="status">
        {announced}
      </p>
      {found.length === 0 ? (
        <EmptyState title={words.noMatch(typed)}>
          <Button onClick={onClear}>{words.clearFilter}</Button>
        </EmptyState>
      ) : (
        children(found)
      )}
    </>
  )
}

interface PanelListProps<Item> {
  /** All items: this list is filtered in the page, not by the server. */
  list: ListQuery<readonly Item[]>
  /** Returns the text of an item that the filter searches. */
  textOf: (item: Item) => string
  words: PanelListWords
  onAdd: () => void
  children: (found: readonly Item[], filtered: boolean) => ReactNode
}

/** Lists items in a narrow column, with loading, error and empty states, filter and a button to add one. */
export function PanelList<Item>({ list, textOf, words, onAdd, children }: PanelListProps<Item>) {
  const [text, setText] = useState('')
  const typed = text.trim()
  return (
    <PanelFrame
      list={list}
      isEmpty={(all) => all.length === 0}
      words={words}
      text={text}
      onText={setText}
      onAdd={onAdd}
    >
      {(all) => {
        const found = all.filter((item) => hasWords(textOf(item), typed))
        const announced = typed === '' ? '' : words.found(found.length)
        return (
          <FoundItems
            found={found}
            typed={typed}
            announced={announced}
            words={words}
            onClear={() => setText('')}
          >
            {() => children(found, typed !== '')}
          </FoundItems>
        )
      }}
    </PanelFrame>
  )
}

interface PagedListProps<Item> {
  /** One page of the items that match, and the number of all that match. */
  list: ListQuery<{ items: readonly Item[]; total: number }> & { isPlaceholderData: boolean }
  /** The filter; the server applies it. `filtered` also counts the further ones. */
  filter: { text: string; setText: (text: string) => void; filtered: boolean; clear: () => void }
  filters?: ReactNode
  pager: { label: string; page: number; pageSize: number; onPage: (page: number) => void }
  words: PanelListWords
  onAdd: () => void
  children: (found: readonly Item[]) => ReactNode
}

/** Like PanelList, for a list that the server filters and pages. Goes to the last page when the page is behind it. */
export function PagedPanelList<Item>(props: PagedListProps<Item>) {
  const { list, filter, filters, pager, words, onAdd, children } = props
  const pages = Math.max(1, Math.ceil((list.data?.total ?? 0) / pager.pageSize))
  const isKnown = list.data !== undefined && !list.isPlaceholderData
  const page = useLastPage({ page: pager.page, pages, isKnown }, pager.onPage)
  return (
    <PanelFrame
      list={list}
      isEmpty={({ total }) => total === 0 && !filter.filtered && !list.isPlaceholderData}
      words={words}
      text={filter.text}
      onText={filter.setText}
      filters={filters}
      onAdd={onAdd}
    >
      {({ items, total }) => (
        <div aria-busy={list.isPlaceholderData || undefined} className={css.results}>
          <FoundItems
            found={items}
            typed={filter.text.trim()}
            announced={filter.filtered && !list.isPlaceholderData ? words.found(total) : ''}
            words={words}
            onClear={filter.clear}
          >
            {children}
          </FoundItems>
          {total > pager.pageSize && <Pager {...pager} page={page} total={total} hasChoice />}
        </div>
      )}
    </PanelFrame>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={css.bones}>
      {[1, 2, 3].map((item) => (
        <div key={item}>
          <SkeletonLine width={40} />
          <SkeletonLine width={92} />
          <SkeletonLine width={28} />
        </div>
      ))}
    </div>
  </Loading>
)

/** Lays out the rows of a list: in columns where there is room, in one in the side panel and on small screens. */
export function ItemList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={css.items} aria-label={label}>
      {children}
    </ul>
  )
}

/**
 * Goes to the last page when the page is behind it, because items were deleted. Returns the page to show meanwhile. `isKnown` is
 * false while the number of pages is that of another search.
 */
export function useLastPage(
  { page, pages, isKnown }: { page: number; pages: number; isKnown: boolean },
  onPage: (page: number) => void,
): number {
  const isBeyond = isKnown && page > pages
  const toLastPage = useEffectEvent(() => onPage(pages))
  useEffect(() => {
    if (isBeyond) toLastPage()
  }, [isBeyond])
  return Math.min(page, pages)
}
