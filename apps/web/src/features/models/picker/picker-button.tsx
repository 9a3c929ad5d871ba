import type { Model } from '@polylogue/contract'
import type { ComponentProps } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { useModels } from '../api.ts'
import { findModel, findTag, type ModelChoice } from '../choice.ts'
import css from './model-picker.module.css'

export interface ModelPickerProps {
  value: ModelChoice
  onChange: (choice: ModelChoice) => void
  disabled?: boolean
  /** bar: the 28 px picker of the composer · field: full field width, in dialogs. */
  kind?: 'bar' | 'field'
  /** Ids that link a picker used as a form field to its label and hint. */
  id?: string
  'aria-describedby'?: string | undefined
}

/** A button that runs an action with a chosen model; `value` is the model marked in its list. */
export interface ModelMenuProps {
  icon: IconName
  label: string
  value: ModelChoice
  onChange: (choice: ModelChoice) => void
}

type PickerButtonProps = Omit<ModelPickerProps, 'onChange'> & { opened: boolean } & Omit<
    ComponentProps<'button'>,
    'type' | 'value' | 'onChange' | 'className' | 'aria-label'
  >

/** Shows the chosen model and opens the list. */
export function PickerButton({ value, kind = 'bar', disabled = false, opened, ...rest }: PickerButtonProps) {
  const { t } = useTranslation('models')
  const { data: models = [] } = useModels()
  return (
    <button
      {...rest}
      type="button"
      role="combobox"
      disabled={disabled}
      className={kind === 'bar' ? css.bar : css.field}
      aria-label={t('chosen', { name: nameOf(models, value) ?? t('choose') })}
      aria-haspopup="listbox"
      aria-expanded={opened}
      aria-controls={rest['aria-controls']}
    >
      <Chosen models={models} value={value} placeholder={t('choose')} />
      <Icon name="selector" size={14} />
    </button>
  )
}

function Chosen({
  models,
  value,
  placeholder,
}: {
  models: readonly Model[]
  value: ModelChoice
  placeholder: string
}) {
  const model = findModel(models, value.modelId)
  const tag = findTag(models, value)
  if (!model) return <span className={css.placeholder}>{placeholder}</span>
  return (
    <>
      <b className="cut">{model.name}</b> {tag && <span className={css.tag}>{tag.name}</span>}
    </>
  )
}

function nameOf(models: readonly Model[], value: ModelChoice): string | undefined {
  const model = findModel(models, value.modelId)
  const tag = findTag(models, value)
  return model && [model.name, tag?.name].filter(Boolean).join(' ')
}
