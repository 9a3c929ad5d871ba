import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import type { Model, ModelTag } from '@polylogue/contract'
import { useState, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
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

/**
 * Chooses a model: family and tag of everything that is deployed, with where it runs. The list and what places it are made when
 * they are first asked for: a chat is drawn sooner without them, and most of its tabs keep their model.
 */
export function ModelPicker({ onChange, ...shown }: ModelPickerProps) {
  const [made, setMade] = useState(false)
  // The button is made anew with its list; it has the focus that it had, and does what the first one was asked.
  const make = (again: (button: Element) => void) => {
    flushSync(() => setMade(true))
    if (document.activeElement) again(document.activeElement)
  }
  if (made) return <MadePicker {...shown} onChange={onChange} />
  return (
    <PickerButton
      {...shown}
      opened={false}
      onClick={() => make((button) => (button as HTMLElement).click())}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        const { key, code } = event.nativeEvent
        make((button) => button.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true })))
      }}
    />
  )
}

function MadePicker({ value, onChange, ...given }: ModelPickerProps) {
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

type PickerButtonProps = Omit<ModelPickerProps, 'onChange'> & { opened: boolean } & Omit<
    ComponentProps<'button'>,
    'type' | 'value' | 'onChange' | 'className' | 'aria-label'
  >

function PickerButton({ value, kind = 'bar', disabled = false, opened, ...rest }: PickerButtonProps) {
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
