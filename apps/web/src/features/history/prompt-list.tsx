import type { EarlierPrompt } from '@polylogue/contract'
import { cutText, placeName } from '@polylogue/contract/browser'
import { useEffect, useEffectEvent } from 'react'
import { useFormat } from '#lib/format.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { ListOption } from '#ui/list-option.tsx'
import { SkeletonLine, EmptyState, LoadFailed, Loading } from '#ui/states.tsx'
import type { useEarlierPrompts } from './api.ts'
import css from './history.module.css'

/** Returns the element id of an entry. */
export const idOf = (list: string, prompt: EarlierPrompt): string => `${list}-${prompt.id}`

interface PromptListProps {
  id: string
  found: ReturnType<typeof useEarlierPrompts>
  /** Index of the entry that Enter chooses; undefined while the list does not belong to the typed text. */
  active: number | undefined
  /** Whether a text or a scope restricts the list. */
  filtered: boolean
  onChoose: (text: string) => void
}

/** Lists the found prompts; loads more on scrolling. */
export function PromptList({ id, found, active, filtered, onChoose }: PromptListProps) {
  const { t } = useTranslation('history')
  const errorMessage = useErrorMessage()
  const { data: prompts, fetchNextPage, hasNextPage, isFetching } = found
  useMoreNear(active, prompts?.length ?? 0, hasNextPage && !isFetching, () => void fetchNextPage())
  if (found.isPending) return <Skeleton />
  if (!prompts)
    return (
      <div className={css.state}>
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(found.error)}
          onRetry={() => void found.refetch()}
        />
      </div>
    )
  if (prompts.length === 0)
    return (
      <div className={css.state} role="status">
        <EmptyState
          title={filtered ? t('noMatch') : t('empty')}
          text={filtered ? t('noMatchText') : t('emptyText')}
          wayOn="beside"
        />
      </div>
    )
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('list')}
      className={css.list}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        const near = scrollHeight - scrollTop - clientHeight < 300
        if (near && hasNextPage && !isFetching) void fetchNextPage()
      }}
    >
      {prompts.map((prompt, index) => (
        <Prompt
          key={prompt.id}
          id={idOf(id, prompt)}
          prompt={prompt}
          chosen={index === active}
          onChoose={() => onChoose(prompt.queryText)}
        />
      ))}
    </div>
  )
}

interface PromptProps {
  id: string
  prompt: EarlierPrompt
  chosen: boolean
  onChoose: () => void
}

function Prompt({ id, prompt, chosen, onChoose }: PromptProps) {
  const format = useFormat()
  return (
    <ListOption id={id} active={chosen} className={css.prompt} onChoose={onChoose}>
      <span className={css.text} dir="auto">
        {cutText(prompt.queryText, 400)}
      </span>
      <span className={css.meta}>
        <span className="cut">{placeName(prompt.projectName, prompt.tabName)}</span>
        <i aria-hidden="true" />
        <time dateTime={prompt.created}>{format.moment(prompt.created)}</time>
      </span>
    </ListOption>
  )
}

function useMoreNear(
  active: number | undefined,
  count: number,
  possible: boolean,
  fetchMore: () => void,
): void {
  const near = active !== undefined && possible && count > 0 && active >= count - 5
  const fetchIt = useEffectEvent(fetchMore)
  useEffect(() => {
    if (near) fetchIt()
  }, [near])
}

function Skeleton() {
  return (
    <div className={css.state}>
      <Loading>
        <div className={css.bones}>
          <SkeletonLine width={84} />
          <SkeletonLine width={40} />
          <SkeletonLine width={72} />
          <SkeletonLine width={36} />
        </div>
      </Loading>
    </div>
  )
}
