import type { Model } from '@polylogue/contract'
import { GOLDEN_LIMITS } from '@polylogue/contract/browser'
import type { ComponentType } from 'react'
import type { CheckKind } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { Field, TextArea, TextField } from '#ui/field.tsx'
import { ModelPicker, NO_TAG, useModels, type ModelChoice } from '#features/models/index.ts'
import css from './editor.module.css'
import { wrongWith, type CheckValues, type WrongCheck } from './values.ts'

interface CheckFieldsProps {
  check: CheckValues
  isLeft: boolean
  isRefused: boolean
  onChange: (change: Partial<CheckValues>) => void
}

const VIEWS: Record<CheckKind, ComponentType<CheckFieldsProps>> = {
  contains: ContainsField,
  cites: CitesField,
  matches: PatternField,
  json: SchemaField,
  shorter: CharactersField,
  judge: JudgeFields,
}

/** The fields of a check, by its kind. */
export function CheckFields(props: CheckFieldsProps) {
  const View = VIEWS[props.check.kind]
  return <View {...props} />
}

/** Errors of something typed show at once, those of something missing after an attempt to save. */
const AT_ONCE: readonly WrongCheck[] = ['expression', 'schema']

/** Returns the error message if this is what is wrong with the check. */
function useError({
  check,
  isLeft,
  isRefused,
}: CheckFieldsProps): (...of: WrongCheck[]) => string | undefined {
  const { t } = useTranslation('goldensets')
  const wrong = wrongWith(check)
  return (...of) => {
    if (wrong && of.includes(wrong) && (isLeft || AT_ONCE.includes(wrong))) return t(`checks.wrong.${wrong}`)
    return isRefused && wrong === undefined ? t('checks.refused') : undefined
  }
}

function ContainsField(props: CheckFieldsProps) {
  return <TextOfCheck {...props} hint="contains" />
}

function CitesField(props: CheckFieldsProps) {
  return <TextOfCheck {...props} hint="cites" />
}

function TextOfCheck({ hint, ...props }: CheckFieldsProps & { hint: 'contains' | 'cites' }) {
  const { t } = useTranslation('goldensets')
  return (
    <TextField
      label={t('checks.text')}
      hint={t(`checks.hints.${hint}`)}
      error={useError(props)('text')}
      maxLength={GOLDEN_LIMITS.text}
      dir="auto"
      value={props.check.text}
      onChange={(event) => props.onChange({ text: event.target.value })}
    />
  )
}

function PatternField(props: CheckFieldsProps) {
  const { t } = useTranslation('goldensets')
  return (
    <TextField
      label={t('checks.pattern')}
      hint={t('checks.hints.pattern')}
      error={useError(props)('pattern', 'expression')}
      maxLength={GOLDEN_LIMITS.pattern}
      spellCheck={false}
      value={props.check.pattern}
      onChange={(event) => props.onChange({ pattern: event.target.value })}
    />
  )
}

function SchemaField(props: CheckFieldsProps) {
  const { t } = useTranslation('goldensets')
  return (
    <TextArea
      label={t('checks.schema')}
      hint={t('checks.hints.schema')}
      error={useError(props)('schema')}
      rows={3}
      maxLength={GOLDEN_LIMITS.schema}
      spellCheck={false}
      value={props.check.schema}
      onChange={(event) => props.onChange({ schema: event.target.value })}
    />
  )
}

function CharactersField(props: CheckFieldsProps) {
  const { t } = useTranslation('goldensets')
  return (
    <TextField
      label={t('checks.characters')}
      error={useError(props)('characters')}
      inputMode="numeric"
      maxLength={7}
      value={props.check.characters}
      onChange={(event) => props.onChange({ characters: event.target.value })}
    />
  )
}

function JudgeFields(props: CheckFieldsProps) {
  const { t } = useTranslation('goldensets')
  const { data: models } = useModels()
  const { check, onChange } = props
  const error = useError(props)
  const choice = choiceOfTag(models, check.modelTagId)
  const isLost = models !== undefined && check.modelTagId !== 0 && choice.modelId === 0
  return (
    <div className={css.judge}>
      <Field
        label={t('checks.judge')}
        hint={t('checks.hints.judge')}
        error={isLost ? t('checks.judgeLost') : error('model')}
      >
        {(linked) => (
          <ModelPicker
            kind="field"
            id={linked.id}
            aria-describedby={linked['aria-describedby']}
            value={choice}
            onChange={({ modelTagId }) => onChange({ modelTagId })}
          />
        )}
      </Field>
      <TextArea
        label={t('checks.rule')}
        hint={t('checks.hints.rule')}
        error={error('rule')}
        rows={3}
        maxLength={GOLDEN_LIMITS.rule}
        dir="auto"
        value={check.rule}
        onChange={(event) => onChange({ rule: event.target.value })}
      />
    </div>
  )
}

/** Returns the choice of a tag; none if no model has it. */
function choiceOfTag(models: readonly Model[] | undefined, modelTagId: number): ModelChoice {
  const model = models?.find(({ tags }) => tags.some(({ id }) => id === modelTagId))
  return model ? { modelId: model.id, modelTagId } : { modelId: 0, modelTagId: NO_TAG }
}
