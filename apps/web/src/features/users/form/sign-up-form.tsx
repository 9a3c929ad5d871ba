import { useState, type FormEvent } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { SignedOutForm, SignedOutNames } from '#ui/signed-out-form.tsx'
import { TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { useSignUp } from '../account-api.ts'
import { isEmail, isReserved, LONGEST_EMAIL, LONGEST_NAME } from '../names.ts'
import { type NewPassword, useNewPassword } from '../password/use-new-password.ts'
import { NewPasswordFields } from '../password/new-password-fields.tsx'

const nobody = { firstName: '', lastName: '', email: '' }
type Person = typeof nobody

/** Creates the user's own account, if the installation allows it, and signs in. */
export function SignUpForm() {
  const { t } = useTranslation('users')
  const { person, field, password, ready, refusal, issues, signUp } = usePerson()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !signUp.isPending) signUp.mutate({ ...person, password: password.password })
  }
  return (
    <SignedOutForm
      onSubmit={submit}
      verb={signUp.isPending ? t('signUp.submitting') : t('signUp.submit')}
      busy={signUp.isPending}
      disabled={!ready}
    >
      <SignedOutNames>
        <TextField label={t('firstName')} autoComplete="given-name" autoFocus {...field('firstName')} />
        <TextField label={t('lastName')} autoComplete="family-name" {...field('lastName')} />
      </SignedOutNames>
      <TextField
        label={t('email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <NewPasswordFields value={password} error={issues['password'] && t('password.weakRefused')} />
      {refusal && <Problem>{refusal}</Problem>}
    </SignedOutForm>
  )
}

/** Form state, validation and server errors. */
function usePerson() {
  const { t } = useTranslation('users')
  const errorMessage = useErrorMessage()
  const [typed, setTyped] = useState(nobody)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const signUp = useSignUp()
  const password: NewPassword = useNewPassword(Object.values(typed))
  const person: Person = { ...typed, email: typed.email.trim() }
  const issues = issuesOf(signUp.error)
  const wrong: Partial<Record<keyof Person, string>> = {
    ...(isReserved(person.firstName) ? { firstName: t('reserved') } : {}),
    ...(isReserved(person.lastName) ? { lastName: t('reserved') } : {}),
    ...(person.email !== '' && !isEmail(person.email) ? { email: t('emailWrong') } : {}),
  }
  const filled = Object.values(person).every((value) => value.trim() !== '')
  const field = (name: keyof Person) => ({
    value: typed[name],
    maxLength: name === 'email' ? LONGEST_EMAIL : LONGEST_NAME,
    error: (left.has(name) ? wrong[name] : undefined) ?? (issues[name] && t('doesNotFit')),
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    onBlur: () => setLeft(new Set(left).add(name)),
  })
  return {
    person,
    field,
    password,
    ready: filled && Object.keys(wrong).length === 0 && password.ready,
    issues,
    refusal: signUp.error && Object.keys(issues).length === 0 ? sentenceOf(signUp.error) : undefined,
    signUp,
  }

  function sentenceOf(error: Error): string {
    const taken = error instanceof ApiProblem && error.code === 'NAME_TAKEN'
    return taken ? t('signUp.taken') : errorMessage(error).sentence
  }
}
