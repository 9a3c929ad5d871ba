// The model list and its positioning, lazy-loaded when first needed (model-picker.tsx).
import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type MouseEvent, type ReactElement } from 'react'
import { useTranslation } from '../../../lib/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useModels } from '../api.ts'
import { Awaited } from './awaited.tsx'
import { deployedTags, nameOfChoice, type ModelChoice } from '../choice.ts'
import { useFavourites } from './favourites.ts'
import { ModelOptions } from './model-options.tsx'
import css from './model-picker.module.css'
import { PickerButton, type ModelMenuProps, type ModelPickerProps } from './picker-button.tsx'

/** The list has a search field from this number of models on. */
const SEARCHED = 6

const CLASSES = {
  dropdown: css.list ?? '',
  option: css.option ?? '',
  options: css.options ?? '',
  search: css.search ?? '',
  groupLabel: css.group ?? '',
}

/** Popover middleware that sets the available height as a CSS property, so that the list ends inside the window. */
const FITTING = {
  padding: 8,
  apply({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) {
    elements.floating.style.setProperty('--room', `${Math.max(160, Math.floor(availableHeight))}px`)
  },
}

/** A button that shows the chosen model and opens the list. */
export function MadePicker({ value, onChange, ...given }: ModelPickerProps) {
  const { box, list } = useModelList(onChange)
  const inBar = given.kind !== 'field'
  return (
    <Combobox {...list} position={inBar ? 'top-end' : 'bottom-start'} width={inBar ? 320 : 'target'}>
      <Combobox.Target targetType="button">
        <PickerButton
          {...given}
          value={value}
          opened={box.dropdownOpened}
          autoFocus
          onClick={() => box.toggleDropdown()}
        />
      </Combobox.Target>
      <ModelList box={box} value={value} />
    </Combobox>
  )
}

/** A button that runs an action with a model chosen from its list. */
export function MadeModelMenu({ value, onChange, icon, label }: ModelMenuProps) {
  const { box, list } = useModelList(onChange)
  return (
    <Combobox {...list} position="bottom-start" width={320}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <IconButton
          icon={icon}
          label={label}
          aria-haspopup="listbox"
          aria-expanded={box.dropdownOpened}
          autoFocus
          onClick={() => box.toggleDropdown()}
        />
      </Combobox.Target>
      <ModelList box={box} value={value} />
    </Combobox>
  )
}

type Box = ReturnType<typeof useCombobox>

/** Open state of the list, and choosing from it. */
function useModelList(onChange: (choice: ModelChoice) => void) {
  const { data: models = [] } = useModels()
  const hasSearch = deployedTags(models).length >= SEARCHED
  const box = useCombobox({
    onDropdownOpen: () => {
      // On a phone the on-screen keyboard would cover the list.
      if (hasSearch && !window.matchMedia('(pointer: coarse)').matches) box.focusSearchInput()
    },
    onDropdownClose: () => {
      // Not `focusTarget`, which waits: it would take the focus from the composer while the user types.
      if (box.searchRef.current === document.activeElement) box.targetRef.current?.focus()
      box.resetSelectedOption()
    },
  })
  const submit = (id: string) => {
    const chosen = deployedTags(models).find(({ tag }) => String(tag.id) === id)
    box.closeDropdown()
    if (chosen) onChange({ modelId: chosen.model.id, modelTagId: chosen.tag.id })
  }
  const list = {
    store: box,
    onOptionSubmit: submit,
    shadow: 'none',
    // Rendered inside the surrounding landmark or dialog; the fixed strategy prevents clipping by a scroll container.
    withinPortal: false,
    floatingStrategy: 'fixed' as const,
    middlewares: { flip: true, shift: true, size: FITTING },
    classNames: CLASSES,
  }
  return { box, list }
}

/** The matching models, and the button that adds the chosen one to the favourites. */
function ModelList({ box, value }: { box: Box; value: ModelChoice }): ReactElement {
  const { t } = useTranslation('models')
  const { data: models = [] } = useModels()
  const { ids, toggle } = useFavourites()
  const [typed, setTyped] = useState('')
  const text = box.dropdownOpened ? typed : ''
  if (!box.dropdownOpened && typed !== '') setTyped('')
  // Runs after the filtered list has rendered: Enter then chooses the first match.
  const selectFirst = useEffectEvent(() => {
    if (text !== '') box.selectFirstOption()
  })
  useEffect(() => selectFirst(), [text])
  const isFavourite = ids.includes(value.modelTagId)
  const name = nameOfChoice(models, value)
  // The star in a row is for the pointer; the button below does the same by keyboard for the chosen model.
  const onStar = (event: MouseEvent) => {
    const star = (event.target as Element).closest('[data-star]')
    if (!star) return
    event.stopPropagation()
    toggle(Number(star.getAttribute('data-star')))
  }
  return (
    <Combobox.Dropdown>
      {deployedTags(models).length >= SEARCHED && (
        <Search text={text} list={box.listId ?? undefined} onText={setTyped} />
      )}
      <Combobox.Options aria-label={t('list')} onClickCapture={onStar}>
        <ModelOptions models={models} value={value} favourites={ids} typed={text} />
      </Combobox.Options>
      <Awaited />
      {name !== '' && (
        <button type="button" className={css.favour} onClick={() => toggle(value.modelTagId)}>
          <Icon name={isFavourite ? 'star-filled' : 'star'} />
          <span className="cut">{t(isFavourite ? 'removeFavourite' : 'addFavourite', { name })}</span>
        </button>
      )}
    </Combobox.Dropdown>
  )
}

interface SearchProps {
  text: string
  list: string | undefined
  onText: (text: string) => void
}

function Search({ text, list, onText }: SearchProps) {
  const { t } = useTranslation('models')
  return (
    <Combobox.Search
      role="combobox"
      aria-expanded
      aria-controls={list}
      aria-label={t('search')}
      placeholder={t('search')}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      // Enter chooses a model and must not submit the surrounding form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
