import { useTranslation } from '#lib/texts.ts'
import { Field } from '#ui/field.tsx'
import { useModels } from '../api.ts'
import { choiceOf, findModel } from '../choice.ts'
import { ModelPicker } from './model-picker.tsx'

interface DefaultModel {
  defaultModelId: number
  defaultModelTagId: number
}

interface DefaultModelFieldProps {
  value: DefaultModel
  error?: string | undefined
  onChange: (change: DefaultModel) => void
}

/** The field for the model of a project or tab. It says when prompts are sent to an external provider. */
export function DefaultModelField({ value, error, onChange }: DefaultModelFieldProps) {
  const { t } = useTranslation('models')
  const { data: models } = useModels()
  const model = findModel(models, value.defaultModelId)
  const note = model && !model.isLocal ? t('externalNote', { provider: model.provider }) : undefined
  return (
    <Field label={t('model')} hint={note} error={error}>
      {(linked) => (
        <ModelPicker
          kind="field"
          id={linked.id}
          aria-describedby={linked['aria-describedby']}
          value={choiceOf(value)}
          onChange={({ modelId, modelTagId }) =>
            onChange({ defaultModelId: modelId, defaultModelTagId: modelTagId })
          }
        />
      )}
    </Field>
  )
}
