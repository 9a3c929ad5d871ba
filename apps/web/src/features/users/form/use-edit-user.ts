import type { User } from '@polylogue/contract'
import { useNotices } from '#lib/notices.ts'
import { issuesOf } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useEdit } from '#features/items/index.ts'
import { useStoredUser, useUpdateUser } from '../api.ts'
import { isWhole, type Seen } from '../use-user.ts'
import { changeOf, valuesOf, type UserValues } from './edit-user-values.ts'
import { isEmailFor, isReserved } from '../names.ts'
import { SHORTEST } from '../password/use-new-password.ts'

/** Form state, saving, and resolving a conflict with another user's change. */
export function useEditUser(user: Seen, own: boolean, onClose: () => void) {
  const { t } = useTranslation('users')
  const notices = useNotices()
  const update = useUpdateUser(user.id)
  const edit = useEdit({
    thing: user,
    id: user.id,
    valuesOf,
    update,
    sent: (values, over) => changeOf(values, own, isWhole(over) ? over.modified : undefined),
    stored: useStoredUser(),
    onSaved: () => notices.show({ kind: 'done', title: t('edit.saved') }),
    onClose,
  })
  return {
    ...edit,
    ready: isReady(edit.values, own || !isWhole(user) ? undefined : user) && !edit.busy,
    issues: issuesOf(update.error),
    set: (change: Partial<UserValues>) => edit.setValues({ ...edit.values, ...change }),
  }
}

/** `was` is the user being edited; undefined when only the names are edited. */
function isReady(values: UserValues, was: User | undefined): boolean {
  const { firstName, lastName, email, username, password } = values
  const named = [firstName, lastName].every((name) => name.trim() !== '' && !isReserved(name))
  if (!was) return named
  const addressed = isEmailFor(was, email) && username.trim() !== ''
  return named && addressed && (password === '' || password.length >= SHORTEST)
}
