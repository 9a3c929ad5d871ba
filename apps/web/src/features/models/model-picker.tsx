import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import type { Model, ModelTag } from '@polylogue/contract'
import { useFormat } from '../../lib/format.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useModels } from './api.ts'
import { deployedTags, findModel, findTag, type ModelChoice } from './choice.ts'
import css from './model-picker.module.css'
import { useCapabilityWords } from './use-words.ts'

interface ModelPickerProps {
  value: ModelChoice
  onChange: (choice: ModelChoice) => void
  disabled?: boolean
  /** bar: the 28 px picker of the composer · field: as wide as a field, in dialogs. */
  kind?: 'bar' | 'field'
  /** Links it to a label and a hint where it stands as a field. */
  id?: string
  'aria-describedby'?: string | undefined
}

/** Chooses a model: family and tag of everything that is deployed, with where it runs. */
export function ModelPicker({
  value,
  onChange,
  disabled = false,
  kind = 'bar',
  ...linked
}: ModelPickerProps) {
  const { t } = useTranslation('models')
  const { data: models = [] } = useModels()
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const submit = (id: string) => {
    const chosen = deployedTags(models).find(({ tag }) => String(tag.id) === id)
    if (chosen) onChange({ modelId: chosen.model.id, modelTagId: chosen.tag.id })
    box.closeDropdown()
  }
  const name = nameOf(models, value) ?? t('choose')
  return (
    <Combobox
      store={box}
      onOptionSubmit={submit}
      position={kind === 'bar' ? 'top-end' : 'bottom-start'}
      width={kind === 'bar' ? 320 : 'target'}
      shadow="none"
      // Inside the landmark or dialog it belongs to, and beyond the edges of what scrolls.
      withinPortal={false}
      floatingStrategy="fixed"
      classNames={{ dropdown: css.list ?? '', option: css.option ?? '', options: css.options ?? '' }}
    >
      <Combobox.Target targetType="button">
        <button
          {...linked}
          type="button"
          disabled={disabled}
          className={kind === 'bar' ? css.bar : css.field}
          aria-label={t('chosen', { name })}
          onClick={() => box.toggleDropdown()}
        >
          <Chosen models={models} value={value} placeholder={t('choose')} />
          <Icon name="selector" size={14} />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('list')}>
          <Options models={models} value={value} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
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

function Options({ models, value }: { models: readonly Model[]; value: ModelChoice }) {
  const { t } = useTranslation('models')
  const tags = deployedTags(models)
  if (tags.length === 0) return <Combobox.Empty className={css.none ?? ''}>{t('none')}</Combobox.Empty>
  return tags.map(({ model, tag }) => (
    <Combobox.Option
      key={tag.id}
      value={String(tag.id)}
      selected={tag.id === value.modelTagId}
      aria-selected={tag.id === value.modelTagId}
    >
      <span className={css.words}>
        <span className={css.names}>
          <b className="cut">{model.name}</b> <span className={css.tag}>{tag.name}</span>
        </span>
        <Facts tag={tag} />
      </span>
      {model.isLocal ? <Chip kind="line">{t('local')}</Chip> : <Chip kind="warn">{t('external')}</Chip>}
    </Combobox.Option>
  ))
}

/** What tells tags apart: how much of a conversation each sees, and what it can. */
function Facts({ tag: { contextLength, capabilities } }: { tag: ModelTag }) {
  const { t } = useTranslation('models')
  const { number } = useFormat()
  const facts = useCapabilityWords()(capabilities)
  if (contextLength !== null) facts.unshift(t('context', { size: number(contextLength) }))
  return facts.length > 0 ? <span className={css.facts}>{facts.join(' · ')}</span> : null
}

function nameOf(models: readonly Model[], value: ModelChoice): string | undefined {
  const model = findModel(models, value.modelId)
  const tag = findTag(models, value)
  return model && [model.name, tag?.name].filter(Boolean).join(' ')
}
