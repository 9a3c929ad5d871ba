import { useEffect, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { focusFirstWrong } from '#ui/first-wrong.ts'
import { SignedOutForm, SignedOutNames } from '#ui/signed-out-form.tsx'
import { PasswordField, TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useSetUp, useSetUpState, type FirstUser } from './api.ts'

type Wrong = Partial<Record<keyof FirstUser, 'missing' | 'emailWrong' | 'passwordShort'>>

const empty: FirstUser = { firstName: '', lastName: '', email: '', password: '' }

/** Creates the first user. The server checks the strength of the password and says what is missing. */
export function SetUpForm({ setUpKey, onDone }: { setUpKey: string; onDone: () => void }) {
  const { t } = useTranslation('setup')
  const errorMessage = useErrorMessage()
  const [shown, setShown] = useState(false)
  const { form, field, submit, setUp, refused } = useFirstUser(setUpKey, onDone)
  return (
    <SignedOutForm
      ref={form}
      onSubmit={submit}
      verb={setUp.isPending ? t('submitting') : t('submit')}
      busy={setUp.isPending}
    >
      <SignedOutNames>
        <TextField label={t('firstName')} autoComplete="given-name" autoFocus {...field('firstName')} />
        <TextField label={t('lastName')} autoComplete="family-name" {...field('lastName')} />
      </SignedOutNames>
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
        {...field('email')}
      />
      <PasswordField
        label={t('password')}
        hint={t('passwordRule')}
        autoComplete="new-password"
        shown={shown}
        onShow={setShown}
        {...field('password')}
      />
      {setUp.error && Object.keys(refused).length === 0 && (
        <Problem>{errorMessage(setUp.error).sentence}</Problem>
      )}
    </SignedOutForm>
  )
}

/** Form state, validation and submission. */
function useFirstUser(key: string, onDone: () => void) {
  const { t } = useTranslation('setup')
  const [user, setUser] = useState(empty)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const setUp = useSetUp(key)
  const refused = useRefused(setUp.error)
  const wrong = check(user)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (setUp.error && form.current) focusFirstWrong(form.current)
  }, [setUp.error])
  const field = (name: keyof FirstUser) => {
    const own = left.has(name) ? wrong[name] : undefined
    return {
      value: user[name],
      error: own ? t(own) : refused[name],
      onChange: (event: { target: { value: string } }) => setUser({ ...user, [name]: event.target.value }),
      // Validates on blur, unless the field is empty.
      onBlur: () => user[name] !== '' && setLeft(new Set(left).add(name)),
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    flushSync(() => setLeft(new Set(Object.keys(empty))))
    if (form.current) focusFirstWrong(form.current)
    if (Object.keys(wrong).length > 0 || setUp.isPending) return
    setUp.mutate(user, { onSuccess: onDone })
  }
  return { form, field, submit, setUp, refused }
}

/** Maps rejected fields to translated messages: the messages of the server are in English. */
function useRefused(error: Error | null): Record<string, string> {
  const { t } = useTranslation('setup')
  const { data } = useSetUpState()
  const issues = issuesOf(error)
  const minimum = data?.minimumPasswordStrength ?? 40
  if (issues['email']) issues['email'] = t('emailWrong')
  if (issues['password']) issues['password'] = t('passwordWeak', { minimum })
  return issues
}

function check(user: FirstUser): Wrong {
  const wrong: Wrong = {}
  for (const [name, value] of Object.entries(user))
    if (value.trim() === '') wrong[name as keyof FirstUser] = 'missing'
  if (!wrong.email && !/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(user.email.trim())) wrong.email = 'emailWrong'
  if (!wrong.password && user.password.length < 8) wrong.password = 'passwordShort'
  return wrong
}
