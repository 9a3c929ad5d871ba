import { useState } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { dayOf, EXPIRIES, timeOf, type ChosenExpiry, type Expiry } from './expiry.ts'

/** Form values. */
export interface TypedToken extends ChosenExpiry {
  name: string
  description: string
}

interface TokenFormProps {
  typed: TypedToken
  onChange: (typed: TypedToken) => void
  /** Label of the submit button. */
  verb: string
  /** The save mutation. */
  change: { isPending: boolean; error: Error | null }
  /** Whether the expiry is that of an existing token and unchanged. */
  isKept?: boolean
  /** Undefined keeps the expiry. */
  onSubmit: (expires: string | null | undefined) => void
  onCancel: () => void
}

/** Form of a token. Keeps the input when saving fails. */
export function TokenForm({ typed, onChange, verb, change, isKept = false, ...on }: TokenFormProps) {
  const { t } = useTranslation(['tokens', 'ui'])
  const errorMessage = useErrorMessage()
  const [left, setLeft] = useState(false)
  const [late, setLate] = useState(false)
  const issues = issuesOf(change.error)
  const named = typed.name.trim() !== ''
  const submit = () => {
    const expires = isKept ? undefined : timeOf(typed, new Date())
    const isLate = !isKept && expires === undefined
    setLeft(true)
    setLate(isLate)
    if (named && !isLate && !change.isPending) on.onSubmit(expires)
  }
  const set = (some: Partial<TypedToken>) => onChange({ ...typed, ...some })
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          error={left && !named ? t('nameMissing') : issues['name']}
          maxLength={200}
          data-autofocus
          value={typed.name}
          onChange={(event) => set({ name: event.target.value })}
          onBlur={() => typed.name !== '' && setLeft(true)}
        />
        <TextArea
          label={t('description')}
          error={issues['description']}
          maxLength={1000}
          value={typed.description}
          onChange={(event) => set({ description: event.target.value })}
        />
        <ExpiryFields
          chosen={typed}
          late={late || issues['expires'] !== undefined}
          onChange={(some) => {
            setLate(false)
            set(some)
          }}
        />
        {change.error && Object.keys(issues).length === 0 && (
          <Problem>{t('notSaved', { sentence: errorMessage(change.error).sentence })}</Problem>
        )}
      </DialogBody>
      <FormFoot verb={verb} busy={change.isPending} onCancel={on.onCancel} />
    </DialogForm>
  )
}

interface ExpiryFieldsProps {
  chosen: ChosenExpiry
  /** The entered day is missing or not in the future. */
  late: boolean
  onChange: (chosen: Partial<ChosenExpiry>) => void
}

function ExpiryFields({ chosen, late, onChange }: ExpiryFieldsProps) {
  const { t } = useTranslation('tokens')
  const [today] = useState(() => dayOf(new Date()))
  return (
    <>
      <SelectField
        label={t('expiry')}
        hint={chosen.choice === 'none' ? t('endlessHint') : undefined}
        value={chosen.choice}
        options={EXPIRIES.map((value) => ({ value, label: t(`expiries.${value}`) }))}
        onChange={(choice) => onChange({ choice: choice as Expiry })}
      />
      {chosen.choice === 'date' && (
        <TextField
          label={t('lastDay')}
          type="date"
          error={late ? t('dayMissing') : undefined}
          min={today}
          value={chosen.day}
          onChange={(event) => onChange({ day: event.target.value })}
        />
      )}
    </>
  )
}
