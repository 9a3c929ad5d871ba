import type { User } from '@polylogue/contract'
import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { FieldGroup, PasswordField, TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Switch } from '#ui/switch.tsx'
import css from './edit-user-fields.module.css'
import type { UserValues } from './edit-user-values.ts'
import { generatePassword } from '../password/generate-password.ts'
import { LONGEST, SHORTEST } from '../password/use-new-password.ts'
import { ShownPassword } from '../password/shown-password.tsx'
import { isEmailFor, isReserved, LONGEST_EMAIL, LONGEST_NAME } from '../names.ts'
import { TenantField } from './tenant-field.tsx'
import { useRolesToGive } from '../permissions/use-roles.ts'

interface FieldsProps {
  values: UserValues
  /** Validation errors from the server, by field. */
  issues: Readonly<Record<string, string>>
  onChange: (change: Partial<UserValues>) => void
}

type Was = Pick<User, 'email' | 'roleId' | 'tenantContextId'>

/** First and last name. */
export function NameFields({ values, issues, onChange }: FieldsProps) {
  const { t } = useTranslation('users')
  const field = (name: 'firstName' | 'lastName') => {
    const value = values[name]
    const wrong = isReserved(value) ? t('reserved') : value.trim() === '' ? t('required') : undefined
    return {
      label: t(name),
      needed: true,
      error: wrong ?? (issues[name] && t('doesNotFit')),
      maxLength: LONGEST_NAME,
      required: true,
      value,
      onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    }
  }
  return (
    <div className={css.pair}>
      <TextField data-autofocus {...field('firstName')} />
      <TextField {...field('lastName')} />
    </div>
  )
}

/** Fields that administrators edit of other users; `was` is the stored user. */
export function AccountFields({ values, issues, was, onChange }: FieldsProps & { was: Was }) {
  const { t } = useTranslation('users')
  const roles = useRolesToGive(was.roleId)
  const emailWrong = !isEmailFor(was, values.email) || issues['email']
  return (
    <>
      <div className={css.pair}>
        <TextField
          label={t('email')}
          type="email"
          spellCheck={false}
          maxLength={LONGEST_EMAIL}
          error={emailWrong ? t('emailWrong') : undefined}
          value={values.email}
          onChange={(event) => onChange({ email: event.target.value })}
        />
        <TextField
          label={t('username')}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST_NAME}
          error={values.username.trim() === '' ? t('required') : issues['username'] && t('doesNotFit')}
          value={values.username}
          onChange={(event) => onChange({ username: event.target.value })}
        />
      </div>
      <SelectField
        label={t('role')}
        hint={t('roleHint')}
        value={String(values.roleId)}
        options={roles}
        onChange={(roleId) => onChange({ roleId: Number(roleId) })}
      />
      <TenantField
        was={was.tenantContextId}
        value={values.tenantContextId}
        onChange={(tenantContextId) => onChange({ tenantContextId })}
      />
      <FieldGroup label={t('account')}>
        <div className={css.switches}>
          <Switch
            label={t('canUseUi')}
            checked={values.canUseUi}
            onChange={(event) => onChange({ canUseUi: event.target.checked })}
          />
          <Switch
            label={t('canUseApi')}
            checked={values.canUseApi}
            onChange={(event) => onChange({ canUseApi: event.target.checked })}
          />
        </div>
      </FieldGroup>
      <PasswordReset values={values} issues={issues} onChange={onChange} />
    </>
  )
}

/** A new password for another user: entered, or generated and shown to be passed on. */
function PasswordReset({ values, issues, onChange }: FieldsProps) {
  const { t } = useTranslation('users')
  const [shown, setShown] = useState(false)
  const [generated, setGenerated] = useState('')
  const { password } = values
  const short = password !== '' && password.length < SHORTEST
  if (generated !== '' && password === generated)
    return <ShownPassword password={generated} hint={t('edit.passOn')} />
  const generate = () => {
    const made = generatePassword()
    setGenerated(made)
    onChange({ password: made })
  }
  return (
    <div className={css.password}>
      <PasswordField
        label={t('edit.password')}
        hint={t('edit.passwordHint')}
        error={short ? t('password.short') : issues['password'] && t('password.weakRefused')}
        autoComplete="new-password"
        maxLength={LONGEST}
        shown={shown}
        onShow={setShown}
        value={password}
        onChange={(event) => onChange({ password: event.target.value })}
      />
      <Button size="large" onClick={generate}>
        {t('edit.generate')}
      </Button>
    </div>
  )
}
