import { useMediaQuery } from '@mantine/hooks'
import type { User } from '@polylogue/contract'
import { useTranslation } from '../../../lib/texts.ts'
import { Table } from '../../../ui/table.tsx'
import { Actions, Day, PersonName, RoleAndState, UuId } from './list-row.tsx'
import css from './user-list.module.css'

interface UserRowsProps {
  viewer: User
  people: readonly User[]
  /** Whether another page is loading. */
  busy: boolean
}

/** The users as a table; as cards on small screens. */
export function UserRows(props: UserRowsProps) {
  const small = useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
  return small ? <Cards {...props} /> : <Rows {...props} />
}

function Rows({ viewer, people, busy }: UserRowsProps) {
  const { t } = useTranslation('user-list')
  const columns = [
    { id: 'name', name: t('columns.name') },
    { id: 'id', name: t('columns.id'), width: 72, end: true },
    { id: 'uuId', name: t('columns.uuId'), width: 148 },
    { id: 'role', name: t('columns.role'), width: 184 },
    { id: 'created', name: t('columns.created'), width: 112 },
    { id: 'modified', name: t('columns.modified'), width: 112 },
    { id: 'actions', name: t('columns.actions'), width: 84, quiet: true },
  ]
  return (
    <Table label={t('listLabel')} columns={columns} busy={busy}>
      {people.map((person) => (
        <tr key={person.id}>
          <td>
            <PersonName person={person} address />
          </td>
          <td data-end>{person.id}</td>
          <td>
            <UuId person={person} />
          </td>
          <td>
            <RoleAndState person={person} />
          </td>
          <td>
            <Day when={person.created} />
          </td>
          <td>
            <Day when={person.modified} />
          </td>
          <td data-end>
            <Actions viewer={viewer} person={person} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Cards({ viewer, people, busy }: UserRowsProps) {
  const { t } = useTranslation('user-list')
  return (
    <ul className={css.cards} aria-label={t('listLabel')} aria-busy={busy || undefined}>
      {people.map((person) => (
        <li key={person.id} className={css.card}>
          <div className={css.cardHead}>
            <PersonName person={person} />
            <Actions viewer={viewer} person={person} />
          </div>
          {person.email && <p className={css.address}>{person.email}</p>}
          <RoleAndState person={person} />
          <dl className={css.facts}>
            <div>
              <dt>{t('columns.id')}</dt>
              <dd className="num">{person.id}</dd>
            </div>
            <div>
              <dt>{t('columns.created')}</dt>
              <dd>
                <Day when={person.created} />
              </dd>
            </div>
            <div>
              <dt>{t('columns.modified')}</dt>
              <dd>
                <Day when={person.modified} />
              </dd>
            </div>
            <div className={css.whole}>
              <dt>{t('columns.uuId')}</dt>
              <dd>
                <UuId person={person} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}
