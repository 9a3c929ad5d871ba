import { useState, type FormEvent } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { SignedOutForm } from '#ui/signed-out-form.tsx'
import { PasswordField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useForcedChange } from '../account-api.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useNewPassword } from './use-new-password.ts'

interface ForcedPasswordFormProps {
  userId: number
  /** The password typed at sign-in; after a reload the form asks for it. */
  oldPassword: string | undefined
}

/** Forces a new password after an administrator has set one; a session begins afterwards. */
export function ForcedPasswordForm({ userId, oldPassword }: ForcedPasswordFormProps) {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const [old, setOld] = useState('')
  const [shown, setShown] = useState(false)
  const { change, known } = useForcedChange(userId)
  const password = useNewPassword(known)
  const current = oldPassword ?? old
  const ready = current !== '' && password.ready
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !change.isPending) change.mutate({ oldPassword: current, newPassword: password.password })
  }
  const weak = change.error instanceof ApiProblem && change.error.code === 'VALIDATION_FAILED'
  return (
    <SignedOutForm onSubmit={submit} verb={t('password.change')} busy={change.isPending} disabled={!ready}>
      {oldPassword === undefined && (
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          autoFocus
          value={old}
          shown={shown}
          onShow={setShown}
          onChange={(event) => setOld(event.target.value)}
        />
      )}
      <NewPasswordFields
        value={password}
        label={t('password.newLabel')}
        autoFocus={oldPassword !== undefined}
        error={weak ? t('password.weakRefused') : undefined}
      />
      {change.error && !weak && <Problem>{errorMessage(change.error).sentence}</Problem>}
    </SignedOutForm>
  )
}
