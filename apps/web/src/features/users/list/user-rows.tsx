import { useMediaQuery } from '@mantine/hooks'
import type { ListedUser, User } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Table } from '#ui/table.tsx'
import type { Selection } from '../bulk/selection.ts'
import { fullName } from '../names.ts'
import { AccountStatus, Actions, Day, Groups, PersonName, RoleName } from './list-row.tsx'
import css from './user-list.module.css'

interface UserRowsProps {
  viewer: User
  people: readonly ListedUser[]
  /** Whether another page is loading. */
  busy: boolean
  selection: Selection
}

/** The users as a table; as cards on small screens. */
export function UserRows(props: UserRowsProps) {
  const small = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  return small ? <Cards {...props} /> : <Rows {...props} />
}

function Rows({ viewer, people, busy, selection }: UserRowsProps) {
  const { t } = useTranslation('user-list')
  // The name keeps at least 240 px.
  const hasGroups = useMediaQuery('(min-width: 1240px)', true, { getInitialValueInEffect: false })
  const hasCreated = useMediaQuery('(min-width: 1400px)', true, { getInitialValueInEffect: false })
  const selects = maySelect(viewer)
  const columns = [
    ...(selects
      ? [{ id: 'select', name: <PickPage people={people} selection={selection} quiet />, width: 36 }]
      : []),
    { id: 'name', name: t('columns.name') },
    { id: 'role', name: t('columns.role'), width: 136 },
    ...(hasGroups ? [{ id: 'groups', name: t('columns.groups'), width: 176 }] : []),
    { id: 'status', name: t('columns.status'), width: 184 },
    { id: 'lastSeen', name: t('columns.lastSeen'), width: 120 },
    ...(hasCreated ? [{ id: 'created', name: t('columns.created'), width: 104 }] : []),
    { id: 'actions', name: t('columns.actions'), width: 84, quiet: true },
  ]
  return (
    <Table label={t('listLabel')} columns={columns} busy={busy}>
      {people.map((person) => (
        <tr key={person.id}>
          {selects && (
            <td>
              <Pick person={person} selection={selection} />
            </td>
          )}
          <td>
            <PersonName person={person} address />
          </td>
          <td>
            <RoleName person={person} />
          </td>
          {hasGroups && (
            <td>
              <Groups person={person} />
            </td>
          )}
          <td>
            <AccountStatus person={person} />
          </td>
          <td>
            <Day when={person.lastSeen} />
          </td>
          {hasCreated && (
            <td>
              <Day when={person.created} />
            </td>
          )}
          <td data-end>
            <Actions viewer={viewer} person={person} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Cards({ viewer, people, busy, selection }: UserRowsProps) {
  const { t } = useTranslation('user-list')
  const selects = maySelect(viewer)
  return (
    <>
      {selects && <PickPage people={people} selection={selection} />}
      <ul className={css.cards} aria-label={t('listLabel')} aria-busy={busy || undefined}>
        {people.map((person) => (
          <li key={person.id} className={css.card}>
            <div className={css.cardHead}>
              {selects && <Pick person={person} selection={selection} />}
              <PersonName person={person} />
              <Actions viewer={viewer} person={person} />
            </div>
            <Metadata person={person} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Metadata({ person }: { person: ListedUser }) {
  const { t } = useTranslation('user-list')
  return (
    <>
      {person.email && <p className={css.address}>{person.email}</p>}
      <div className={css.role}>
        <RoleName person={person} />
        <AccountStatus person={person} />
      </div>
      <dl className={css.facts}>
        <div>
          <dt>{t('columns.lastSeen')}</dt>
          <dd>
            <Day when={person.lastSeen} />
          </dd>
        </div>
        <div>
          <dt>{t('columns.created')}</dt>
          <dd>
            <Day when={person.created} />
          </dd>
        </div>
        {person.numGroups > 0 && (
          <div className={css.whole}>
            <dt>{t('columns.groups')}</dt>
            <dd>
              <Groups person={person} />
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** Whether there is something that the viewer may do with many people. */
const maySelect = ({ permissions }: User): boolean =>
  permissions.includes('can_edit_user') || permissions.includes('can_manage_contexts')

function Pick({ person, selection }: { person: ListedUser; selection: Selection }) {
  const { t } = useTranslation('user-bulk')
  return (
    <Checkbox
      label={t('select', { name: fullName(person) })}
      quiet
      checked={selection.has(person.id)}
      onChange={(event) => selection.set([person], event.target.checked)}
    />
  )
}

interface PickPageProps {
  people: readonly ListedUser[]
  selection: Selection
  quiet?: boolean
}

function PickPage({ people, selection, quiet = false }: PickPageProps) {
  const { t } = useTranslation('user-bulk')
  return (
    <Checkbox
      label={t('selectPage')}
      quiet={quiet}
      checked={people.every(({ id }) => selection.has(id))}
      onChange={(event) => selection.set(people, event.target.checked)}
    />
  )
}
