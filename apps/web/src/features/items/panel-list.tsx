import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { hasWords } from '../../lib/has-words.ts'
import { useErrorMessage } from '../../lib/problem.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Bone, EmptyState, LoadFailed, Loading } from '../../ui/states.tsx'
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

interface PanelListProps<Item> {
  /** All items: this list is filtered in the page, not by the server. */
  list: Pick<UseQueryResult<readonly Item[]>, 'data' | 'isPending' | 'error' | 'refetch'>
  /** Returns the text of an item that the filter searches. */
  textOf: (item: Item) => string
  words: PanelListWords
  onAdd: () => void
  children: (found: readonly Item[], filtered: boolean) => ReactNode
}

/** Lists items in a narrow column, with loading, error and empty states, filter and a button to add one. */
export function PanelList<Item>({ list, textOf, words, onAdd, children }: PanelListProps<Item>) {
  const errorMessage = useErrorMessage()
  const [text, setText] = useState('')
  const typed = text.trim()
  if (list.isPending) return <Skeleton />
  if (!list.data)
    return (
      <LoadFailed
        title={words.loadFailed}
        {...errorMessage(list.error)}
        onRetry={() => void list.refetch()}
      />
    )
  const add = (
    <Button icon="plus" onClick={onAdd}>
      {words.add}
    </Button>
  )
  if (list.data.length === 0)
    return (
      <EmptyState title={words.emptyTitle} text={words.emptyText}>
        {add}
      </EmptyState>
    )
  const found = list.data.filter((item) => hasWords(textOf(item), typed))
  return (
    <div className={css.list}>
      <div className={css.tools} role="search" aria-label={words.filter}>
        <SearchField
          label={words.filter}
          className={css.filter}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {add}
      </div>
      <p className="sr" role="status">
        {typed === '' ? '' : words.found(found.length)}
      </p>
      {found.length === 0 ? (
        <EmptyState title={words.noMatch(typed)}>
          <Button onClick={() => setText('')}>{words.clearFilter}</Button>
        </EmptyState>
      ) : (
        children(found, typed !== '')
      )}
    </div>
  )
}

const Skeleton = () => (
  <Loading>
    <div className={css.bones}>
      {[1, 2, 3].map((item) => (
        <div key={item}>
          <Bone width={40} />
          <Bone width={92} />
          <Bone width={28} />
        </div>
      ))}
    </div>
  </Loading>
)
