import type { ListedUser, User } from '@polylogue/contract'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Problem } from '#ui/states.tsx'
import type { UserFilter } from '../list-filter.ts'
import { MOST_SELECTED, useChangeMany, useEverybody, type Change } from './api.ts'
import css from './bulk.module.css'
import { GroupDialog, type GroupSearch } from './group-dialog.tsx'
import { Result } from './result.tsx'
import { hasAll, type Selection } from './selection.ts'

interface SelectionBarProps {
  viewer: User
  selection: Selection
  filter: UserFilter
  /** Number of people that the filter finds. */
  total: number
  /** Those of them who are on this page of the list. */
  shown: readonly ListedUser[]
  GroupSearch: GroupSearch
}

/** What can be done with the selected people, and what came of the last change. Stays at the foot of the window. */
export function SelectionBar({ viewer, selection, filter, total, shown, GroupSearch }: SelectionBarProps) {
  const { t } = useTranslation('user-bulk')
  const { people } = selection
  const [asked, setAsked] = useState<Change['what'] | null>(null)
  const many = useChangeMany()
  const change = (wanted: Change) =>
    many.mutate({ people, change: wanted }, { onSettled: () => setAsked(null) })
  const close = () => setAsked(null)
  if (people.length === 0) return null
  return (
    <section className={css.bar} aria-label={t('selection')}>
      {many.data && !many.isPending && <Result done={many.data} onClose={many.reset} />}
      <Chosen selection={selection} filter={filter} total={total} shown={shown} onClear={many.reset} />
      <div className={css.actions}>
        {viewer.permissions.includes('can_manage_contexts') && (
          <>
            <Button onClick={() => setAsked('join')}>{t('join')}</Button>
            <Button onClick={() => setAsked('leave')}>{t('leave')}</Button>
          </>
        )}
        {viewer.permissions.includes('can_edit_user') && (
          <>
            <Button busy={many.isPending && asked === null} onClick={() => change({ what: 'enable' })}>
              {t('enable')}
            </Button>
            <Button onClick={() => setAsked('disable')}>{t('disable')}</Button>
          </>
        )}
      </div>
      <ConfirmDialog
        opened={asked === 'disable'}
        title={t('disableTitle', { count: people.length })}
        question={t('disableQuestion')}
        verb={t('disableVerb')}
        busy={many.isPending}
        onConfirm={() => change({ what: 'disable' })}
        onClose={close}
      />
      {(['join', 'leave'] as const).map((what) => (
        <GroupDialog
          key={what}
          opened={asked === what}
          what={what}
          count={people.length}
          groupId={what === 'leave' ? filter.group : 0}
          GroupSearch={GroupSearch}
          busy={many.isPending}
          onConfirm={(group) => change({ what, group })}
          onClose={close}
        />
      ))}
    </section>
  )
}

const isSame = (one: UserFilter, other: UserFilter): boolean => JSON.stringify(one) === JSON.stringify(other)

/** How many are selected, and a way to select all that the filter finds. */
function Chosen({
  selection,
  filter,
  total,
  shown,
  onClear,
}: Pick<SelectionBarProps, 'selection' | 'filter' | 'total' | 'shown'> & { onClear: () => void }) {
  const { t } = useTranslation('user-bulk')
  const format = useFormat()
  const errorMessage = useErrorMessage()
  const everybody = useEverybody()
  const { length } = selection.people
  const most = Math.min(total, MOST_SELECTED)
  // Those who were found when all were selected last, if it was by this filter.
  const all = everybody.variables && isSame(everybody.variables, filter) ? everybody.data : undefined
  const isAll = hasAll(selection, most, [shown, all ?? []])
  return (
    <div className={css.chosen}>
      <strong role="status">{t('selected', { count: length, number: format.number(length) })}</strong>
      {most > 0 && !isAll && (
        <Button
          kind="quiet"
          busy={everybody.isPending}
          onClick={() => everybody.mutate(filter, { onSuccess: (people) => selection.set(people, true) })}
        >
          {t(total > MOST_SELECTED ? 'selectFirst' : 'selectFound', { number: format.number(most) })}
        </Button>
      )}
      <Button
        kind="quiet"
        onClick={() => {
          onClear()
          selection.clear()
        }}
      >
        {t('clear')}
      </Button>
      {everybody.error && <Problem>{errorMessage(everybody.error).sentence}</Problem>}
    </div>
  )
}
