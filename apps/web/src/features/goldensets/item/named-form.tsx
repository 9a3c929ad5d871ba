import type { ReactNode } from 'react'
import { useState } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { NameAndDescription } from '#ui/name-and-description.tsx'
import { Problem } from '#ui/states.tsx'
import type { NamedValues } from '../api.ts'

interface NamedFormProps {
  values: NamedValues
  onChange: (values: NamedValues) => void
  /** Label of the button. */
  verb: string
  change: { isPending: boolean; error: Error | null }
  on: { submit: () => void; cancel: () => void }
  /** Shown at the end of the form. */
  children?: ReactNode
}

/** Name and description of a golden set. Keeps the input when saving fails. */
export function NamedForm({ values, onChange, verb, change, on, children }: NamedFormProps) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const [left, setLeft] = useState(false)
  const { error, isPending } = change
  const issues = issuesOf(error)
  const missing = values.name.trim() === ''
  const submit = () => {
    setLeft(true)
    if (!missing && !isPending) on.submit()
  }
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <NameAndDescription
          values={values}
          labels={{ name: t('name'), description: t('description') }}
          errors={{
            name: left && missing ? t('nameMissing') : issues['name'],
            description: issues['description'],
          }}
          onChange={(some) => onChange({ ...values, ...some })}
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
