import { SAVED_PROMPT_LIMITS as LIMITS, isBuiltIn, placeholdersOf } from '@polylogue/contract/browser'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea, TextField, FieldGroup } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { families, findModel, useModels } from '#features/models/index.ts'
import { changedOptions } from '#features/prompt-options/index.ts'
import { useOutputs } from '../api.ts'
import { LabelsField } from '#features/labels/index.ts'
import { PLAIN_OUTPUT } from '../plain-output.ts'
import { useOutputName } from '../use-output-name.ts'
import css from './form.module.css'
import { missingOf, type PromptValues } from './values.ts'

interface PromptFormProps {
  values: PromptValues
  onChange: (values: PromptValues) => void
  /** The saved model, which may not be offered any more. */
  savedModel?: { id: number; name: string }
  /** Label of the button. */
  verb: string
  change: { isPending: boolean; error: Error | null }
  on: { submit: () => void; cancel: () => void }
  /** Shown at the end of the form. */
  children?: ReactNode
}

/** Form fields of a saved prompt. Keeps the input when saving fails. */
export function PromptForm({ values, onChange, savedModel, verb, change, on, children }: PromptFormProps) {
  const { t } = useTranslation('prompts')
  const errorMessage = useErrorMessage()
  const { error, isPending } = change
  const issues = issuesOf(error)
  const missing = missingOf(values)
  const set = (some: Partial<PromptValues>) => onChange({ ...values, ...some })
  return (
    <DialogForm onSubmit={() => missing === undefined && !isPending && on.submit()}>
      <DialogBody>
        <Texts values={values} issues={issues} onChange={set} />
        <Choices values={values} savedModel={savedModel} onChange={set} />
        <div className={css.two}>
          <LabelsField
            kind="categories"
            value={values.categories}
            onChange={(categories) => set({ categories })}
          />
          <LabelsField kind="tags" value={values.tags} onChange={(tags) => set({ tags })} />
        </div>
        <TextArea
          label={t('comment')}
          hint={t('commentHint')}
          error={issues['comment']}
          rows={2}
          maxLength={LIMITS.comment}
          value={values.comment}
          onChange={(event) => set({ comment: event.target.value })}
        />
        {children}
        {error && Object.keys(issues).length === 0 && (
          <Problem>{t('saveFailed', { sentence: errorMessage(error).sentence })}</Problem>
        )}
      </DialogBody>
      <FormFoot
        verb={verb}
        busy={isPending}
        disabled={missing !== undefined}
        hint={missing && t(`missing.${missing}`)}
        onCancel={on.cancel}
      />
    </DialogForm>
  )
}

interface TextsProps {
  values: PromptValues
  issues: Readonly<Record<string, string>>
  onChange: (change: Partial<PromptValues>) => void
}

/** Title and text, with the placeholders found in it. */
function Texts({ values, issues, onChange }: TextsProps) {
  const { t } = useTranslation('prompts')
  return (
    <>
      <TextField
        label={t('titleField')}
        needed
        error={issues['title']}
        maxLength={LIMITS.title}
        data-autofocus
        value={values.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        label={t('prompt')}
        needed
        error={issues['prompt']}
        rows={6}
        maxLength={LIMITS.prompt}
        dir="auto"
        value={values.prompt}
        onChange={(event) => onChange({ prompt: event.target.value })}
      />
      <FoundPlaceholders text={values.prompt} />
    </>
  )
}

interface ChoicesProps {
  values: PromptValues
  savedModel: { id: number; name: string } | undefined
  onChange: (change: Partial<PromptValues>) => void
}

/** Answer format, model, and whether the prompt options are saved, too. */
function Choices({ values, savedModel, onChange }: ChoicesProps) {
  const { t } = useTranslation('prompts')
  const outputName = useOutputName()
  const { data: outputs = [] } = useOutputs()
  const { data: models = [] } = useModels()
  const offered = families(models)
  const isGone = savedModel && savedModel.id !== 0 && !findModel(offered, savedModel.id)
  const count = changedOptions(values.options).length
  return (
    <>
      <div className={css.two}>
        <SelectField
          label={t('output')}
          hint={t('outputHint')}
          placeholder={outputName(PLAIN_OUTPUT)}
          value={String(values.outputFormId)}
          options={outputs.map((output) => ({ value: String(output.id), label: outputName(output) }))}
          onChange={(id) => onChange({ outputFormId: Number(id) })}
        />
        <SelectField
          label={t('model')}
          hint={t('modelHint')}
          value={String(values.modelId)}
          options={[
            { value: '0', label: t('anyModel') },
            ...(isGone
              ? [{ value: String(savedModel.id), label: t('modelGone', { name: savedModel.name }) }]
              : []),
            ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(id) => onChange({ modelId: Number(id) })}
        />
      </div>
      {count > 0 && (
        <Checkbox
          label={t('withOptions', { count })}
          checked={values.withOptions}
          onChange={(event) => onChange({ withOptions: event.target.checked })}
        />
      )}
    </>
  )
}

const EXAMPLES = {
  plain: '{{customer_name}}',
  typed: '{{tone | type=select options="formal,friendly"}}',
  escaped: '\\{{customer_name}}',
}

/** Shows the placeholders of a prompt while it is written. */
function FoundPlaceholders({ text }: { text: string }) {
  const { t } = useTranslation('prompts')
  const settled = useDeferredValue(text)
  const found = useMemo(() => placeholdersOf(settled), [settled])
  return (
    <FieldGroup label={t('placeholders')} hint={t('placeholdersHint', EXAMPLES)}>
      {found.length > 0 && (
        <ul className={css.places} aria-label={t('placeholders')}>
          {found.map(({ name, type, required }) => (
            <li key={name}>
              <span className={css.place}>{`{{${name}}}`}</span>
              <span className={css.kind}>
                {isBuiltIn(name) ? t('automatic') : t(`types.${type}`)}
                {required && !isBuiltIn(name) && ` · ${t('requiredPlace')}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FieldGroup>
  )
}
