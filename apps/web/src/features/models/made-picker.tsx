// The list of models and what finds its place, fetched when one is first asked for (model-picker.tsx).
import { Combobox, useCombobox } from '@mantine/core'
import type { Model, ModelTag } from '@polylogue/contract'
import { useFormat } from '../../lib/format.ts'
import { useTranslation } from '../../lib/texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { useModels } from './api.ts'
import { deployedTags, type ModelChoice } from './choice.ts'
import css from './model-picker.module.css'
import { PickerButton, type ModelPickerProps } from './picker-button.tsx'
import { useCapabilityWords } from './use-words.ts'

export function MadePicker({ value, onChange, ...given }: ModelPickerProps) {
  const { t } = useTranslation('models')
  const { data: models = [] } = useModels()
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const submit = (id: string) => {
    const chosen = deployedTags(models).find(({ tag }) => String(tag.id) === id)
    if (chosen) onChange({ modelId: chosen.model.id, modelTagId: chosen.tag.id })
    box.closeDropdown()
  }
  const inBar = given.kind !== 'field'
  return (
    <Combobox
      store={box}
      onOptionSubmit={submit}
      position={inBar ? 'top-end' : 'bottom-start'}
      width={inBar ? 320 : 'target'}
      shadow="none"
      // Inside the landmark or dialog it belongs to, and beyond the edges of what scrolls.
      withinPortal={false}
      floatingStrategy="fixed"
      classNames={{ dropdown: css.list ?? '', option: css.option ?? '', options: css.options ?? '' }}
    >
      <Combobox.Target targetType="button">
        <PickerButton
          {...given}
          value={value}
          opened={box.dropdownOpened}
          autoFocus
          onClick={() => box.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('list')}>
          <Options models={models} value={value} />
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
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
