import type { Model } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { SelectField } from '#ui/select-field.tsx'
import { findModel, isAskable, type ModelChoice } from '../choice.ts'
import css from './model-fields.module.css'

interface ModelFieldsProps {
  /** The families with an available tag. */
  models: readonly Model[]
  choice: ModelChoice
  /** Returns the tag of a newly chosen family. */
  tagOf: (model: Model | undefined) => number
  onChange: (change: ModelChoice) => void
}

/** Fields for a model family and one of its available tags. */
export function ModelFields({ models, choice, tagOf, onChange }: ModelFieldsProps) {
  const { t } = useTranslation('models')
  const model = findModel(models, choice.modelId)
  const tags = model?.tags.filter(isAskable) ?? []
  const note = model && !model.isLocal ? t('externalNote', { provider: model.provider }) : undefined
  return (
    <div className={css.two}>
      <SelectField
        label={t('model')}
        hint={note}
        placeholder={t('choose')}
        value={String(choice.modelId)}
        options={models.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange({ modelId: Number(id), modelTagId: tagOf(findModel(models, Number(id))) })}
      />
      <SelectField
        label={t('tag')}
        placeholder={t('chooseTag')}
        value={String(choice.modelTagId)}
        options={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => onChange({ ...choice, modelTagId: Number(id) })}
      />
    </div>
  )
}
