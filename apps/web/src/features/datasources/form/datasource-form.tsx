import { DATASOURCE_LIMITS } from '@polylogue/contract/browser'
import { useState, type ReactNode } from 'react'
import { issuesOf, useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Fold } from '#ui/fold.tsx'
import { Problem } from '#ui/states.tsx'
import { LabelsField } from '#features/labels/index.ts'
import type { DatasourceValues } from '../api.ts'
import { Info } from '../info.tsx'
import { LabelField } from '../label.tsx'
import { VectorsField } from '#features/vectors/index.ts'
import { AnswersOnlyField } from './answers-only-field.tsx'
import { ChunkFields } from './chunk-fields.tsx'
import css from './form.module.css'
import { ScansFields } from './scans-fields.tsx'

interface DatasourceFormProps {
  values: DatasourceValues
  onChange: (values: DatasourceValues) => void
  /** With write access only: name and summary cannot be changed. */
  locked?: boolean
  words: { verb: string; failed: (sentence: string) => string; note?: string | undefined }
  change: { isPending: boolean; error: Error | null }
  on: { submit: () => void; cancel: () => void }
  /** Says that saving reads scans again. */
  scansNote?: string | undefined
  documents: ReactNode
  /** The shares, and conflicts; shown at the end of the form. */
  children?: ReactNode
}

/** Form of a data source. Keeps the input when saving fails. */
export function DatasourceForm(props: DatasourceFormProps) {
  const { values, onChange, locked = false, words, change, on, documents, scansNote, children } = props
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const [left, setLeft] = useState(false)
  const { error, isPending } = change
  const issues = issuesOf(error)
  const isUnnamed = values.name.trim() === ''
  const isOverlapTooLarge = values.chunkOverlap >= values.chunkSize
  const set = (some: Partial<DatasourceValues>) => onChange({ ...values, ...some })
  const submit = () => {
    setLeft(true)
    if (!isUnnamed && !isOverlapTooLarge && !isPending) on.submit()
  }
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        {locked && <Info>{t('form.locked')}</Info>}
        <Texts
          values={values}
          locked={locked}
          errors={{ ...issues, ...(left && isUnnamed ? { name: t('form.nameMissing') } : {}) }}
          onChange={set}
        />
        {documents}
        <div className={css.two}>
          <LabelsField
            kind="categories"
            value={values.categories}
            onChange={(categories) => set({ categories })}
          />
          <LabelsField kind="tags" value={values.tags} onChange={(tags) => set({ tags })} />
        </div>
        <AnswersOnlyField
          checked={values.answersOnly}
          locked={locked}
          onChange={(answersOnly) => set({ answersOnly })}
        />
        {!locked && <LabelField value={values.label} onChange={(label) => set({ label })} />}
        <ScansFields values={values} locked={locked} note={scansNote} onChange={set} />
        <VectorsField checked={values.useVectors} onChange={(useVectors) => set({ useVectors })} />
        <Fold label={t('form.advanced')} unfolded={isOverlapTooLarge}>
          <div className={css.advanced}>
            <ChunkFields values={values} note={words.note} onChange={set} />
          </div>
        </Fold>
        {children}
        {error && !issues['name'] && !issues['summary'] && (
          <Problem>{words.failed(errorMessage(error).sentence)}</Problem>
        )}
      </DialogBody>
      <FormFoot verb={words.verb} busy={isPending} onCancel={on.cancel} />
    </DialogForm>
  )
}

interface TextsProps {
  values: DatasourceValues
  locked: boolean
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<DatasourceValues>) => void
}

function Texts({ values, locked, errors, onChange }: TextsProps) {
  const { t } = useTranslation('datasources')
  return (
    <div className={css.two}>
      <TextField
        label={t('form.name')}
        needed
        error={errors['name']}
        maxLength={200}
        disabled={locked}
        data-autofocus={locked ? undefined : true}
        value={values.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t('form.summary')}
        hint={locked ? undefined : t('form.summaryHint')}
        error={errors['summary']}
        rows={2}
        maxLength={DATASOURCE_LIMITS.summary}
        disabled={locked}
        dir="auto"
        value={values.summary}
        onChange={(event) => onChange({ summary: event.target.value })}
      />
    </div>
  )
}
