// The cells of a user, used by table rows and cards.
import type { ListedUser, User } from '@polylogue/contract'
import { Link } from 'react-router'
import { useConfig } from '#lib/config.ts'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton, IconLink } from '#ui/icon-button.tsx'
import { Named, Status } from '#ui/table.tsx'
import { accountState } from '../account-state.ts'
import { mayDelete, mayEdit } from '../permissions/list-rights.ts'
import { useRoleName } from '../permissions/use-roles.ts'
import { DELETE_USER, EDIT_USER } from '../dialogs.ts'
import { accountNames, fullName } from '../names.ts'
import { UserAvatar } from '../photo/user-avatar.tsx'
import css from './user-list.module.css'

/** With `address` the e-mail address follows; a user name with which the address begins is not repeated. */
export function PersonName({ person, address = false }: { person: User; address?: boolean }) {
  const name = fullName(person)
  const names = accountNames(person)
  const facts = address ? names.join(' · ') : names[0] === person.email ? '' : person.username
  return (
    <Named
      sign={<UserAvatar person={person} size={28} />}
      facts={facts && <span title={facts}>{facts}</span>}
    >
      <Link to={`/users/${person.id}`} className={`cut ${css.name}`} title={name}>
        {name}
      </Link>
    </Named>
  )
}

const KINDS = { active: 'ok', pageOnly: 'ok', apiOnly: 'ok', disabled: 'off', passwordDue: 'warn' } as const

export function RoleName({ person }: { person: User }) {
  const roleName = useRoleName()
  const name = roleName(person.roleId, person.role)
  return (
    <div className="cut" title={name}>
      {name}
    </div>
  )
}

/** What the account may use. */
export function AccountStatus({ person }: { person: User }) {
  const { t } = useTranslation('user-list')
  const state = accountState(person)
  return <Status kind={KINDS[state]}>{t(`states.${state}`)}</Status>
}

/** The names of the first groups, and how many there are beyond. */
export function Groups({ person: { groups, numGroups } }: { person: ListedUser }) {
  const { t } = useTranslation('user-list')
  const names = groups.map(({ name }) => name).join(', ')
  const more = numGroups - groups.length
  const text = more > 0 ? t('moreGroups', { names, count: more }) : names
  return (
    <div className="cut" title={text}>
      {text}
    </div>
  )
}

export function Day({ when }: { when: string | null }) {
  const { t } = useTranslation('user-list')
  const format = useFormat()
  if (when === null) return t('never')
  return (
    <time dateTime={when} title={format.full(when)}>
      {format.moment(when)}
    </time>
  )
}

/** Edit or view, and delete. Actions that are not permitted are disabled and say why. */
export function Actions({ viewer, person }: { viewer: User; person: User }) {
  const { t } = useTranslation('user-list')
  const { allowDeleteOwnProfile } = useConfig()
  const dialogs = useDialogsOf('user')
  const name = fullName(person)
  const edit = mayEdit(viewer, person)
  const remove = mayDelete(viewer, person, allowDeleteOwnProfile)
  return (
    <span className={css.actions}>
      {edit === 'granted' ? (
        <IconButton
          icon="pencil"
          label={t('edit', { name })}
          onClick={() => dialogs.show(EDIT_USER, person.id)}
        />
      ) : (
        <IconLink icon="eye" label={t('view', { name })} to={`/users/${person.id}`} />
      )}
      <IconButton
        icon="trash"
        label={
          remove === 'granted'
            ? t('delete', { name })
            : t('notDeletable', { name, reason: t(`reasons.${remove}`) })
        }
        aria-disabled={remove !== 'granted' || undefined}
        onClick={remove === 'granted' ? () => dialogs.show(DELETE_USER, person.id) : undefined}
      />
    </span>
  )
}
