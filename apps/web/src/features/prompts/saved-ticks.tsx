import { REPLAY_LIMITS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Pager } from '#ui/pager.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SkeletonLine, LoadFailed, Loading } from '#ui/states.tsx'
import { TickList } from '#ui/tick-list.tsx'
import { useFoundPrompts } from './api.ts'
import { useReady, type Ready } from './execute/use-ready.ts'
import { EVERYTHING, PAGE_SIZE } from './search.ts'
import css from './saved-ticks.module.css'

/** The ticked prompts by id, in the order of ticking; each function returns the text to ask. */
export type TickedPrompts = ReadonlyMap<number, () => string>

interface SavedTicksProps {
  ticked: TickedPrompts
  onChange: (ticked: TickedPrompts) => void
}

/** Lists saved prompts with checkboxes. Prompts that need values first are shown, but cannot be ticked. */
export function SavedTicks({ ticked, onChange }: SavedTicksProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const found = useFoundPrompts({ ...EVERYTHING, text: useSettled(text), page })
  const search = (next: string) => {
    setText(next)
    setPage(1)
  }
  return (
    <div className={css.saved}>
      <SearchField label={t('search')} value={text} onChange={(event) => search(event.target.value)} />
      {found.isPending && <Skeleton />}
      {found.isError && !found.data && (
        <LoadFailed
          title={t('loadFailed')}
          {...errorMessage(found.error)}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data?.total === 0 && (
        <p className={css.none} role="status">
          {text.trim() === '' ? t('emptyTitle') : t('noMatch', { text: text.trim() })}
        </p>
      )}
      {found.data && found.data.total > 0 && (
        <>
          <Results prompts={found.data.prompts} ticked={ticked} onChange={onChange} />
          {found.data.total > PAGE_SIZE && (
            <Pager
              label={t('pages')}
              page={page}
              pageSize={PAGE_SIZE}
              total={found.data.total}
              onPage={setPage}
            />
          )}
        </>
      )}
    </div>
  )
}

type FoundPrompts = NonNullable<ReturnType<typeof useFoundPrompts>['data']>['prompts']

function Results({ prompts, ticked, onChange }: SavedTicksProps & { prompts: FoundPrompts }) {
  const { t } = useTranslation('prompts')
  const readyOf = useReady()
  const states = new Map(prompts.map((prompt) => [prompt.id, readyOf(prompt)]))
  const isFull = ticked.size >= REPLAY_LIMITS.savedPrompts
  const toggle = (id: number, wanted: boolean) => {
    const next = new Map(ticked)
    const fill = states.get(id)?.fill
    if (wanted && fill) next.set(id, fill)
    else next.delete(id)
    onChange(next)
  }
  return (
    <>
      <TickList
        legend={t('title')}
        legendHidden
        rows={prompts.map(({ id, title }) => ({
          id,
          text: title,
          note: <Needs ready={states.get(id)} />,
          disabled: !states.get(id)?.fill || (isFull && !ticked.has(id)),
        }))}
        ticked={ticked}
        onToggle={toggle}
      />
      {isFull && <p className={css.none}>{t('replayFull', { max: REPLAY_LIMITS.savedPrompts })}</p>}
    </>
  )
}

function Needs({ ready }: { ready: Ready | undefined }) {
  const { t } = useTranslation('prompts')
  if (!ready || ready.fill) return null
  const count = ready.needs.length
  return <span title={ready.needs.join(', ')}>{t('needsValues', { count })}</span>
}

function Skeleton() {
  return (
    <Loading>
      <div className={css.skeleton}>
        <SkeletonLine width={72} />
        <SkeletonLine width={90} />
        <SkeletonLine width={60} />
      </div>
    </Loading>
  )
}
