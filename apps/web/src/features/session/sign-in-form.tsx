import { useRef, useState, type FormEvent } from 'react'
import { recall, remember } from '#lib/preferences.ts'
import { useErrorMessage } from '#lib/problem.ts'
import type { Session } from '#lib/session.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { SignedOutForm } from '#ui/signed-out-form.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useSignIn } from './api.ts'
import { useSession } from './session-context.tsx'

interface SignInFormProps {
  /** The user who signs in again; else the remembered name, if any. */
  userName?: string | undefined
  /** Called with the password before the session begins, so that a forced password change does not ask for it again. */
  onSignedIn: (password: string) => void
}

/** Name and password. The name is kept when they are wrong, and remembered if the user wishes. */
export function SignInForm({ userName, onSignedIn }: SignInFormProps) {
  const { t } = useTranslation('session')
  const errorMessage = useErrorMessage()
  const [shown, setShown] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const known = userName ?? recall('userName')
  const { typed, type, filled, submit, signIn } = useTyped(known, onSignedIn, () =>
    password.current?.select(),
  )
  return (
    <SignedOutForm
      onSubmit={submit}
      verb={signIn.isPending ? t('submitting') : t('submit')}
      busy={signIn.isPending}
      disabled={!filled}
    >
      <TextField
        label={t('userName')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={known === null}
        value={typed.userName}
        onChange={(event) => type({ userName: event.target.value })}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        autoFocus={known !== null}
        ref={password}
        value={typed.userPassword}
        shown={shown}
        onShow={setShown}
        onChange={(event) => type({ userPassword: event.target.value })}
      />
      <Checkbox
        label={t('rememberName')}
        checked={typed.keepName}
        onChange={(event) => type({ keepName: event.target.checked })}
      />
      {signIn.error && <Problem>{errorMessage(signIn.error).sentence}</Problem>}
    </SignedOutForm>
  )
}

/** Form state and submission. */
function useTyped(known: string | null, onSignedIn: (password: string) => void, onRefused: () => void) {
  const signIn = useSignIn()
  const { begin } = useSession()
  const [typed, setTyped] = useState(() => ({
    userName: known ?? '',
    userPassword: '',
    keepName: recall('userName') !== null,
  }))
  const userName = typed.userName.trim()
  const { userPassword, keepName } = typed
  const filled = userName !== '' && userPassword !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!filled || signIn.isPending) return
    const onSuccess = (session: Session) => {
      remember('userName', keepName ? userName : null)
      onSignedIn(userPassword)
      begin(session)
    }
    signIn.mutate({ userName, userPassword }, { onSuccess, onError: onRefused })
  }
  return {
    typed,
    type: (change: Partial<typeof typed>) => setTyped({ ...typed, ...change }),
    filled,
    submit,
    signIn,
  }
}
