import type { User } from '@polylogue/contract'
import { SUPERUSER } from '@polylogue/contract/browser'
import { useState } from 'react'
import { ApiProblem } from '#lib/api.ts'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup, TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import type { useCreateUser } from '../list-api.ts'
import { rolesToGive } from '../permissions/list-rights.ts'
import { useRoleName } from '../permissions/use-roles.ts'
import { isEmail, isReserved, LONGEST_EMAIL, LONGEST_NAME } from '../names.ts'
import { NewPasswordFields } from '../password/new-password-fields.tsx'
import { useNewPassword } from '../password/use-new-password.ts'
import { TenantField } from './tenant-field.tsx'
import css from './create-user-form.module.css'

export interface TypedUser {
  firstName: string
  lastName: string
  email: string
  roleId: number
  canUseUi: boolean
  canUseApi: boolean
  /** Omitted for the tenant of the user who creates. */
  tenantContextId?: number | null
  /** Whether the administrator enters the password; otherwise the server generates it. */
  typesPassword: boolean
}

const STAFF_MEMBER = 4

/** Initial values of a new user (ACCOUNT-2). */
export const nobody: TypedUser = {
  firstName: '',
  lastName: '',
  email: '',
  roleId: STAFF_MEMBER,
  canUseUi: true,
  canUseApi: true,
  typesPassword: false,
}

interface CreateUserFormProps {
  viewer: User
  typed: TypedUser
  onType: (typed: TypedUser) => void
  create: ReturnType<typeof useCreateUser>
  /** The entered password; omitted when the server generates it. */
  onSubmit: (password: string | undefined) => void
  onCancel: () => void
}

/** The sign-up form for administrators. Keeps the input when the server rejects it. */
export function CreateUserForm({ viewer, typed, onType, create, onSubmit, onCancel }: CreateUserFormProps) {
  const { t } = useTranslation('user-list')
  const errorMessage = useErrorMessage()
  const password = useNewPassword([typed.firstName, typed.lastName, typed.email])
  const form = useWrong(typed, create.error)
  const set = (change: Partial<TypedUser>) => onType({ ...typed, ...change })
  const submit = () => {
    const chosen = typed.typesPassword ? password.password : undefined
    if (form.right && (password.ready || chosen === undefined) && !create.isPending) onSubmit(chosen)
  }
  const issues = issuesOf(create.error)
  const unplaced = create.error && !isTaken(create.error) && Object.keys(issues).length === 0
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <Person typed={typed} onType={set} form={form} />
        <RoleField viewer={viewer} roleId={typed.roleId} onChange={(roleId) => set({ roleId })} />
        <TenantField value={typed.tenantContextId} onChange={(tenantContextId) => set({ tenantContextId })} />
        <AccountTicks typed={typed} onType={set} />
        <Checkbox
          label={t('typePassword')}
          checked={typed.typesPassword}
          onChange={({ target }) => set({ typesPassword: target.checked })}
        />
        {typed.typesPassword && (
          <NewPasswordFields value={password} error={issues['password'] && t('weak')} />
        )}
        {create.error && unplaced && <Problem>{errorMessage(create.error).sentence}</Problem>}
      </DialogBody>
      <FormFoot
        verb={t('create')}
        busy={create.isPending}
        disabled={!form.right || (typed.typesPassword && !password.ready)}
        hint={form.untold ?? (typed.typesPassword ? t('changedFirst') : t('generated'))}
        onCancel={onCancel}
      />
    </DialogForm>
  )
}

const TEXTS = ['firstName', 'lastName', 'email'] as const
type TextName = (typeof TEXTS)[number]

const isTaken = (error: Error | null): boolean => error instanceof ApiProblem && error.code === 'NAME_TAKEN'

/** Validation errors by field, shown after blur. */
function useWrong(typed: TypedUser, refusal: Error | null) {
  const { t } = useTranslation('user-list')
  const [left, setLeft] = useState<ReadonlySet<TextName>>(new Set())
  const issues = issuesOf(refusal)
  const [taken, setTaken] = useState<string>()
  if (isTaken(refusal) && taken === undefined) setTaken(typed.email)
  if (!isTaken(refusal) && taken !== undefined) setTaken(undefined)
  const wrongWith = (name: TextName): string | undefined => {
    const text = typed[name].trim()
    if (text === '') return t(`missing.${name}`)
    if (name === 'email') return isEmail(text) ? undefined : t('emailWrong')
    return isReserved(text) ? t('reserved') : undefined
  }
  const error = (name: TextName): string | undefined => {
    const wrong = left.has(name) ? wrongWith(name) : undefined
    // Shows the server's error until the address is changed.
    if (name === 'email' && taken === typed.email) return t('taken')
    return wrong ?? (issues[name] && t('doesNotFit'))
  }
  return {
    error,
    right: TEXTS.every((name) => wrongWith(name) === undefined),
    /** The first thing to enter or to correct that no field says. */
    untold: TEXTS.flatMap((name) => (error(name) ? [] : (wrongWith(name) ?? [])))[0],
    leave: (name: TextName) => typed[name] !== '' && setLeft(new Set(left).add(name)),
  }
}

interface PartProps {
  typed: TypedUser
  onType: (change: Partial<TypedUser>) => void
}

function Person({ typed, onType, form }: PartProps & { form: ReturnType<typeof useWrong> }) {
  const { t } = useTranslation('user-list')
  const field = (name: TextName) => {
    const max = name === 'email' ? LONGEST_EMAIL : LONGEST_NAME
    return {
      label: t(`fields.${name}`),
      needed: true,
      error: form.error(name),
      maxLength: max,
      value: typed[name],
      autoComplete: 'off',
      onChange: (event: { target: { value: string } }) => onType({ [name]: event.target.value }),
      onBlur: () => form.leave(name),
    }
  }
  return (
    <>
      <div className={css.names}>
        <TextField {...field('firstName')} data-autofocus />
        <TextField {...field('lastName')} />
      </div>
      <TextField {...field('email')} type="email" autoCapitalize="none" spellCheck={false} />
    </>
  )
}

function RoleField({
  viewer,
  roleId,
  onChange,
}: {
  viewer: User
  roleId: number
  onChange: (roleId: number) => void
}) {
  const { t } = useTranslation('user-list')
  const roleName = useRoleName()
  // Ordered by permissions, but the super user last: it is no everyday role.
  const roles = [...rolesToGive(viewer)].sort(
    (one, other) => Number(one === SUPERUSER) - Number(other === SUPERUSER),
  )
  return (
    <SelectField
      label={t('fields.role')}
      hint={t(`roleTexts.${roleId}` as 'roleTexts.4', { defaultValue: '' }) || undefined}
      value={String(roleId)}
      options={roles.map((id) => ({ value: String(id), label: roleName(id) }))}
      onChange={(value) => onChange(Number(value))}
    />
  )
}

function AccountTicks({ typed, onType }: PartProps) {
  const { t } = useTranslation('user-list')
  return (
    <FieldGroup label={t('fields.account')}>
      <div className={css.ticks} role="group" aria-label={t('fields.account')}>
        <Checkbox
          label={t('canUseUi')}
          checked={typed.canUseUi}
          onChange={({ target }) => onType({ canUseUi: target.checked })}
        />
        <Checkbox
          label={t('canUseApi')}
          checked={typed.canUseApi}
          onChange={({ target }) => onType({ canUseApi: target.checked })}
        />
      </div>
    </FieldGroup>
  )
}
