import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../lib/api.ts'
import { useNotices } from '../../lib/notices.ts'
import { issuesOf } from '../../lib/problem.ts'
import { useStoredUser, useUpdateUser } from './api.ts'
import { isWhole, type Seen } from './use-user.ts'
import { changeOf, valuesOf, type UserValues } from './edit-user-values.ts'
import { isEmail, isReserved } from './names.ts'
import { SHORTEST } from './use-new-password.ts'

/** What is typed of a person, saving it, and what to do when somebody else has saved in between. */
export function useEditUser(user: Seen, own: boolean, onClose: () => void) {
  const { t } = useTranslation('users')
  const notices = useNotices()
  const [typed, setTyped] = useState<UserValues | null>(null)
  const update = useUpdateUser(user.id)
  const stored = useStoredUser()
  const values = typed ?? valuesOf(user)
  const close = () => {
    setTyped(null)
    update.reset()
    stored.reset()
    onClose()
  }
  const failed = (error: Error) => {
    if (isConflict(error)) stored.mutate(user.id)
  }
  const save = (basis: Seen) => {
    stored.reset()
    // As it stands in the form: the person may be read again meanwhile.
    setTyped(values)
    const ifModified = isWhole(basis) ? basis.modified : undefined
    const onSuccess = () => {
      notices.show({ kind: 'done', title: t('edit.saved') })
      close()
    }
    update.mutate(changeOf(values, own, ifModified), { onSuccess, onError: failed })
  }
  const take = (theirs: Seen) => {
    setTyped(valuesOf(theirs))
    update.reset()
    stored.reset()
  }
  return {
    values,
    dirty: typed !== null && JSON.stringify(typed) !== JSON.stringify(valuesOf(user)),
    ready: isReady(values, own) && !update.isPending,
    issues: issuesOf(update.error),
    update,
    stored,
    set: (change: Partial<UserValues>) => setTyped({ ...values, ...change }),
    save,
    take,
    close,
  }
}

function isReady(values: UserValues, own: boolean): boolean {
  const { firstName, lastName, email, username, password } = values
  const named = [firstName, lastName].every((name) => name.trim() !== '' && !isReserved(name))
  if (own) return named
  const addressed = isEmail(email.trim()) && username.trim() !== ''
  return named && addressed && (password === '' || password.length >= SHORTEST)
}

const isConflict = (error: Error): boolean => error instanceof ApiProblem && error.code === 'CONFLICT'
