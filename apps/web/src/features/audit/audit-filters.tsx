import { useMediaQuery } from '@mantine/hooks'
import { AUDIT_ACTIONS, CONTEXT_TYPES } from '@polylogue/contract/browser'
import { useState, type ReactNode } from 'react'
import { useTypedParam } from '#lib/address.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { ChosenField } from '#ui/chosen-field.tsx'
import { TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { ContextSearch } from '#features/contexts/index.ts'
import { fullName, useUser } from '#features/users/index.ts'
import css from './audit.module.css'
import { isFiltered, type AuditFilter } from './filter.ts'

/** URL parameters of an empty filter. */
export const NO_FILTER = { q: '', action: '', outcome: '', person: '', from: '', until: '' }

type Change = Partial<Record<keyof typeof NO_FILTER, string>>

interface AuditFiltersProps {
  filter: AuditFilter
  onChange: (change: Change) => void
  /** Further actions for the filtered list. */
  children: ReactNode
}

/** Filter bar of the audit trail. On small screens everything but the search is collapsed until a filter is set. */
export function AuditFilters({ filter, onChange, children }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const search = useTypedParam('q')
  const small = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  const [unfolded, setUnfolded] = useState(isFiltered({ ...filter, q: '' }))
  return (
    <div className={css.filters} role="search" aria-label={t('filter')}>
      <TextField
        label={t('text')}
        type="search"
        placeholder={t('textHint')}
        maxLength={200}
        value={search.text}
        onChange={(event) => search.setText(event.target.value)}
      />
      {(!small || unfolded) && <Choices filter={filter} onChange={onChange} />}
      <div className={css.tools}>
        {small && (
          <Button
            icon="adjustments-horizontal"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {t('filterShort')}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

function Choices({ filter, onChange }: Omit<AuditFiltersProps, 'children'>) {
  const { t } = useTranslation('audit')
  return (
    <>
      <PersonField person={filter.person} onChange={(person) => onChange({ person })} />
      <ActionField action={filter.action} onChange={(action) => onChange({ action })} />
      <SelectField
        label={t('outcome')}
        value={filter.outcome}
        options={[
          { value: '', label: t('all') },
          { value: 'ok', label: t('outcomes.ok') },
          { value: 'refused', label: t('outcomes.refused') },
        ]}
        onChange={(outcome) => onChange({ outcome })}
      />
      <TextField
        label={t('from')}
        type="date"
        max={filter.until || undefined}
        value={filter.from}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <TextField
        label={t('until')}
        type="date"
        min={filter.from || undefined}
        value={filter.until}
        onChange={(event) => onChange({ until: event.target.value })}
      />
    </>
  )
}

function ActionField({ action, onChange }: { action: string; onChange: (action: string) => void }) {
  const { t } = useTranslation('audit')
  const actions = AUDIT_ACTIONS.map((value) => ({ value: value as string, label: t(`actions.${value}`) }))
  return (
    <SelectField
      label={t('action')}
      value={action}
      options={[{ value: '', label: t('all') }, ...actions]}
      onChange={onChange}
    />
  )
}

/** Filters by actor: search by name; the chosen actor is shown until removed. */
function PersonField({ person, onChange }: { person: number; onChange: (person: string) => void }) {
  const { t } = useTranslation('audit')
  const { data } = useUser(person)
  const found = data ? fullName(data) : t('personNumber', { id: person })
  const name = person === 0 ? undefined : found
  return (
    <ChosenField
      label={t('person')}
      name={name}
      clear={t('clearPerson', { name })}
      onClear={() => onChange('')}
    >
      <ContextSearch
        label={t('person')}
        types={[CONTEXT_TYPES.user]}
        exclude={[]}
        onChoose={({ user }) => user && onChange(String(user.id))}
      />
    </ChosenField>
  )
}
