import { GOLDEN_LIMITS } from '@polylogue/contract/browser'
import { useState, type ReactNode } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Problem } from '#ui/states.tsx'
import { ChecksField } from './checks-field.tsx'
import css from './editor.module.css'
import { missingOf, type EntryValues } from './values.ts'

interface EntryFormProps {
  values: EntryValues
  onChange: (values: EntryValues) => void
  /** Index of the prompt in the set, which the server's messages name. */
  at: number
  /** Label of the button. */
  verb: string
  change: {
    isPending: boolean
    error: Error | null
    /** Says why saving does something else than usual; stays in view while the form scrolls. */
    warning?: string | undefined
  }
  on: { submit: () => void; cancel: () => void }
  /** Shown at the end of the form. */
  children?: ReactNode
}

/** Form fields of a prompt of a golden set. Keeps the input when saving fails. */
export function EntryForm({ values, onChange, at, verb, change, on, children }: EntryFormProps) {
  const { t } = useTranslation('goldensets')
  const errorMessage = useErrorMessage()
  const [left, setLeft] = useState(false)
  const { error, isPending, warning } = change
  const missing = missingOf(values)
  const set = (some: Partial<EntryValues>) => onChange({ ...values, ...some })
  const submit = () => {
    setLeft(true)
    if (missing === undefined && !isPending) on.submit()
  }
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <TextField
          label={t('prompts.name')}
          needed
          error={left && values.title.trim() === '' ? t('missing.title') : undefined}
          maxLength={200}
          data-autofocus
          value={values.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <TextArea
          label={t('prompts.text')}
          needed
          error={left && values.prompt.trim() === '' ? t('missing.prompt') : undefined}
          rows={5}
          maxLength={GOLDEN_LIMITS.prompt}
          dir="auto"
          value={values.prompt}
          onChange={(event) => set({ prompt: event.target.value })}
        />
        <ChecksField
          checks={values.checks}
          isLeft={left}
          refused={refusedChecks(error, at)}
          onChange={(checks) => set({ checks })}
        />
        {children}
        {error && <Problem>{t('saveFailed', { sentence: errorMessage(error).sentence })}</Problem>}
      </DialogBody>
      {warning && (
        <div className={css.warning}>
          <Problem>{warning}</Problem>
        </div>
      )}
      <FormFoot verb={verb} busy={isPending} onCancel={on.cancel} />
    </DialogForm>
  )
}

/** Returns the indexes of the checks that the server refused. */
function refusedChecks(error: Error | null, at: number): number[] {
  return Object.keys(issuesOf(error)).flatMap((path) => {
    const found = /^prompts\.(\d+)\.checks\.(\d+)/.exec(path)
    return found && Number(found[1]) === at ? [Number(found[2])] : []
  })
}
