import { useMediaQuery } from '@mantine/hooks'
import { ACCOUNT_STATES, LAST_SEEN, PEOPLE_ORDERS, ROLES } from '@polylogue/contract/browser'
import { useState, type ReactNode } from 'react'
import { useTypedParam } from '#lib/address.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ChosenField } from '#ui/chosen-field.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { GroupSearch } from '../bulk/group-dialog.tsx'
import { useGroupName } from '../list-api.ts'
import { useRoleName } from '../permissions/use-roles.ts'
import { hasChoices, type NO_FILTER, type UserFilter } from '../list-filter.ts'
import css from './user-list.module.css'

type Change = Partial<Record<keyof typeof NO_FILTER | 'sort', string>>

interface UserFiltersProps {
  filter: UserFilter
  GroupSearch: GroupSearch
  onChange: (change: Change) => void
  /** Further actions of the list. */
  children: ReactNode
}

/** Search, filters and order of the user list. On small screens the choices are collapsed until one is set. */
export function UserFilters({ filter, GroupSearch, onChange, children }: UserFiltersProps) {
  const { t } = useTranslation('user-list')
  const search = useTypedParam('q')
  const small = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  const [unfolded, setUnfolded] = useState(hasChoices(filter))
  return (
    <div role="search" aria-label={t('searchLabel')}>
      <div className={css.head}>
        <SearchField
          label={t('searchLabel')}
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
        />
        {small && (
          <Button
            icon="adjustments-horizontal"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {t('filter')}
          </Button>
        )}
        <span className="sp" />
        {children}
      </div>
      {(!small || unfolded) && (
        <div className={css.filters}>
          <Choices filter={filter} onChange={(change) => onChange({ ...change, page: '' })} />
          <GroupField
            group={filter.group}
            GroupSearch={GroupSearch}
            onChange={(group) => onChange({ group, page: '' })}
          />
        </div>
      )}
    </div>
  )
}

function Choices({ filter, onChange }: Pick<UserFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('user-list')
  const roleName = useRoleName()
  const any = { value: '', label: t('any') }
  return (
    <>
      <SelectField
        label={t('order')}
        value={filter.sort}
        options={PEOPLE_ORDERS.map((order) => ({ value: order, label: t(`orders.${order}`) }))}
        onChange={(sort) => onChange({ sort: sort === 'newest' ? '' : sort })}
      />
      <SelectField
        label={t('columns.role')}
        value={filter.role === 0 ? '' : String(filter.role)}
        options={[any, ...ROLES.map(({ id, name }) => ({ value: String(id), label: roleName(id, name) }))]}
        onChange={(role) => onChange({ role })}
      />
      <SelectField
        label={t('columns.status')}
        value={filter.status}
        options={[any, ...ACCOUNT_STATES.map((state) => ({ value: state, label: t(`states.${state}`) }))]}
        onChange={(status) => onChange({ status })}
      />
      <SelectField
        label={t('columns.lastSeen')}
        value={filter.seen}
        options={[any, ...LAST_SEEN.map((seen) => ({ value: seen, label: t(`seen.${seen}`) }))]}
        onChange={(seen) => onChange({ seen })}
      />
    </>
  )
}

/** Filters by group: search by name; the chosen group is shown until removed. */
function GroupField({
  group,
  GroupSearch,
  onChange,
}: {
  group: number
  GroupSearch: GroupSearch
  onChange: (group: string) => void
}) {
  const { t } = useTranslation('user-list')
  const found = useGroupName(group)
  const name = group === 0 ? undefined : (found ?? t('groupNumber', { id: group }))
  return (
    <ChosenField
      label={t('group')}
      name={name}
      clear={t('clearGroup', { name })}
      onClear={() => onChange('')}
    >
      <GroupSearch label={t('group')} onChoose={({ id }) => onChange(String(id))} />
    </ChosenField>
  )
}
