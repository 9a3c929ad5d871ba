import { CUSTINST_LIMITS, CUSTINST_SCOPES } from '@polylogue/contract/browser'
import { useState, type ReactNode } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup, TextArea, TextField } from '#ui/field.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import { Problem } from '#ui/states.tsx'
import type { CustInstValues } from './api.ts'

interface CustInstFormProps {
  values: CustInstValues
  onChange: (values: CustInstValues) => void
  /** Label of the button. */
  verb: string
  change: { isPending: boolean; error: Error | null }
  on: { submit: () => void; cancel: () => void }
  /** Shown at the end of the form. */
  children?: ReactNode
}

/** Form fields of a custom instruction. Keeps the input when saving fails. */
export function CustInstForm({ values, onChange, verb, change, on, children }: CustInstFormProps) {
  const { t } = useTranslation('custinsts')
  const errorMessage = useErrorMessage()
  const [left, setLeft] = useState(false)
  const { error, isPending } = change
  const issues = issuesOf(error)
  const missing = { name: values.name.trim() === '', content: values.content.trim() === '' }
  const set = (some: Partial<CustInstValues>) => onChange({ ...values, ...some })
  const submit = () => {
    setLeft(true)
    if (!missing.name && !missing.content && !isPending) on.submit()
  }
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <TextField
          label={t('name')}
          needed
          error={left && missing.name ? t('nameMissing') : issues['name']}
          maxLength={200}
          data-autofocus
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <ScopeField scope={values.scope} onChange={(scope) => set({ scope })} />
        <TextArea
          label={t('content')}
          hint={t('contentHint')}
          error={left && missing.content ? t('contentMissing') : issues['content']}
          rows={6}
          maxLength={CUSTINST_LIMITS.content}
          dir="auto"
          value={values.content}
          onChange={(event) => set({ content: event.target.value })}
        />
        <TextField
          label={t('description')}
          hint={t('descriptionHint')}
          error={issues['description']}
          maxLength={CUSTINST_LIMITS.description}
          value={values.description}
          onChange={(event) => set({ description: event.target.value })}
        />
        {error && Object.keys(issues).length === 0 && (
          <Problem>{t('saveFailed', { sentence: errorMessage(error).sentence })}</Problem>
        )}
        {children}
      </DialogBody>
      <FormFoot verb={verb} busy={isPending} onCancel={on.cancel} />
    </DialogForm>
  )
}

interface ScopeFieldProps {
  scope: CustInstValues['scope']
  onChange: (scope: CustInstValues['scope']) => void
}

function ScopeField({ scope, onChange }: ScopeFieldProps) {
  const { t } = useTranslation('custinsts')
  return (
    <FieldGroup label={t('scope')}>
      <div role="radiogroup" aria-label={t('scope')}>
        {(['who', 'respond'] as const).map((name) => (
          <RadioOption
            key={name}
            label={t(name)}
            text={t(`${name}Text`)}
            name="custinst-scope"
            checked={scope === CUSTINST_SCOPES[name]}
            onChange={() => onChange(CUSTINST_SCOPES[name])}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
