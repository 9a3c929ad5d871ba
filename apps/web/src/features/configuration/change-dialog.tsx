import { useState } from 'react'
import type { ConfigurationValue } from '@polylogue/contract'
import { roleOf } from '@polylogue/contract/browser'
import { useFormat } from '#lib/format.ts'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { FieldGroup, TextArea, TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useChangeConfiguration } from './api.ts'
import css from './configuration.module.css'
import { enteredOf, nameOf, sentOf, type Entered } from './values.ts'

type Changeable = ConfigurationValue & { form: NonNullable<ConfigurationValue['form']> }

/** Changes one value of the configuration; it has effect at once, on every server. */
export function ChangeDialog({ value: one, onClose }: { value: Changeable; onClose: () => void }) {
  const { t } = useTranslation('configuration')
  const errorMessage = useErrorMessage()
  const change = useChangeConfiguration()
  const [entered, setEntered] = useState(() => enteredOf(one))
  const sent = sentOf(entered, one.form)
  const isChanged = JSON.stringify(entered) !== JSON.stringify(enteredOf(one))
  const send = (value: unknown) => change.mutate({ key: one.key, value }, { onSuccess: onClose })
  const name = nameOf(one.key)
  // The server says which entry of a list is wrong.
  const error = change.error
    ? (issuesOf(change.error)['value'] ?? errorMessage(change.error).sentence)
    : undefined
  return (
    <Dialog
      opened
      title={name ? t(`names.${name}.name`) : one.key}
      lead={one.key}
      dirty={isChanged}
      onClose={onClose}
    >
      <DialogForm onSubmit={() => sent !== undefined && send(sent)}>
        <DialogBody>
          <ValueField value={one} entered={entered} error={error} onChange={setEntered} />
          {one.source === 'page' && (
            <div>
              <Button size="large" busy={change.isPending} onClick={() => send(null)}>
                {t('useDefault')}
              </Button>
            </div>
          )}
        </DialogBody>
        <FormFoot
          verb={t('save')}
          busy={change.isPending}
          disabled={sent === undefined || !isChanged}
          hint={t('atOnce')}
          onCancel={onClose}
        />
      </DialogForm>
    </Dialog>
  )
}

interface ValueFieldProps {
  value: Changeable
  entered: Entered
  error: string | undefined
  onChange: (entered: Entered) => void
}

function ValueField({ value: { key, form }, entered, error, onChange }: ValueFieldProps) {
  const { t } = useTranslation('configuration')
  const name = nameOf(key)
  const hint = name ? t(`names.${name}.hint`) : undefined
  const field = { label: t('value'), hint, error }
  switch (form.kind) {
    case 'switch':
      return (
        <FieldGroup label={field.label} hint={hint}>
          <Checkbox
            label={name ? t(`names.${name}.name`) : key}
            checked={entered === true}
            onChange={(event) => onChange(event.target.checked)}
          />
          {error && <p role="alert">{error}</p>}
        </FieldGroup>
      )
    case 'number':
      return <NumberField {...field} form={form} entered={String(entered)} onChange={onChange} />
    case 'choice':
      return (
        <SelectField
          {...field}
          value={String(entered)}
          options={form.choices.map((value) => ({ value, label: roleOf(Number(value))?.name ?? value }))}
          onChange={onChange}
        />
      )
    case 'choices':
      return (
        <ChoicesField
          {...field}
          choices={form.choices}
          chosen={Array.isArray(entered) ? entered : []}
          onChange={onChange}
        />
      )
    case 'lines':
      return (
        <TextArea
          {...field}
          rows={6}
          dir="ltr"
          spellCheck={false}
          value={String(entered)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

interface ChoicesFieldProps {
  label: string
  hint: string | undefined
  error: string | undefined
  choices: readonly string[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function ChoicesField({ label, hint, error, choices, chosen, onChange }: ChoicesFieldProps) {
  const { t } = useTranslation('configuration')
  const wrong = error ?? (chosen.length === 0 ? t('chooseOne') : undefined)
  const toggled = (choice: string, isOn: boolean) =>
    choices.filter((one) => (one === choice ? isOn : chosen.includes(one)))
  return (
    <FieldGroup label={label} hint={hint}>
      <div className={css.choices} role="group" aria-label={label}>
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            label={choice}
            checked={chosen.includes(choice)}
            onChange={(event) => onChange(toggled(choice, event.target.checked))}
          />
        ))}
      </div>
      {wrong && <p role="alert">{wrong}</p>}
    </FieldGroup>
  )
}

interface NumberFieldProps {
  label: string
  hint: string | undefined
  error: string | undefined
  form: Extract<Changeable['form'], { kind: 'number' }>
  entered: string
  onChange: (entered: string) => void
}

function NumberField({ hint = '', error, form, entered, onChange, label }: NumberFieldProps) {
  const { t } = useTranslation('configuration')
  const format = useFormat()
  const limits = t('between', { min: format.number(form.min), max: format.number(form.max) })
  return (
    <TextField
      label={label}
      hint={`${hint} ${limits}`.trim()}
      error={sentOf(entered, form) === undefined ? limits : error}
      inputMode="numeric"
      value={entered}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
