// The model list and its positioning, lazy-loaded when first needed (model-picker.tsx).
import { Combobox, useCombobox } from '@mantine/core'
import {
  useEffect,
  useEffectEvent,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react'
import { hasOnScreenKeyboard, writes } from '#lib/composer-focus.ts'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useModels } from '../api.ts'
import { Awaited } from './awaited.tsx'
import { deployedTags, findTag, nameOfChoice, type ModelChoice } from '../choice.ts'
import { useFavourites } from './favourites.ts'
import { ModelOptions } from './model-options.tsx'
import css from './model-picker.module.css'
import { PickerButton, type ModelMenuProps, type ModelPickerProps } from './picker-button.tsx'

/** The list has a search field from this number of models on, or once a letter is typed. */
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
  const { box, list, search } = useModelList(onChange)
  const inBar = given.kind !== 'field'
  return (
    <Combobox {...list} position={inBar ? 'top-end' : 'bottom-start'} width={inBar ? 320 : 'target'}>
      <Combobox.Target targetType="button">
        <PickerButton
          {...given}
          value={value}
          opened={box.dropdownOpened}
          autoFocus
          // In the composer, letters typed while the list is closed belong to the message.
          onKeyDown={box.dropdownOpened || !inBar ? search.onKey : undefined}
          onClick={() => box.toggleDropdown()}
        />
      </Combobox.Target>
      <ModelList box={box} value={value} search={search} />
    </Combobox>
  )
}

/** A button that runs an action with a model chosen from its list. */
export function MadeModelMenu({ value, onChange, icon, label }: ModelMenuProps) {
  const { box, list, search } = useModelList(onChange)
  return (
    <Combobox {...list} position="bottom-start" width={320}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <IconButton
          icon={icon}
          label={label}
          aria-haspopup="listbox"
          aria-expanded={box.dropdownOpened}
          autoFocus
          onKeyDown={box.dropdownOpened ? search.onKey : undefined}
          onClick={() => box.toggleDropdown()}
        />
      </Combobox.Target>
      <ModelList box={box} value={value} search={search} />
    </Combobox>
  )
}

type Box = ReturnType<typeof useCombobox>

interface ModelSearch {
  text: string
  /** Undefined without a search field. */
  type: ((text: string) => void) | undefined
  /** Begins a search with a letter that is typed on the button. */
  onKey(event: KeyboardEvent): void
}

/** Open state of the list, the search in it, and choosing from it. */
function useModelList(onChange: (choice: ModelChoice) => void) {
  const { data: models = [] } = useModels()
  // Undefined until something is typed: the field then stays, also when it is emptied.
  const [typed, setTyped] = useState<string>()
  const hasSearch = typed !== undefined || deployedTags(models).length >= SEARCHED
  const box = useCombobox({
    onDropdownOpen: () => {
      // On a phone the on-screen keyboard would cover the list.
      if (hasSearch && !hasOnScreenKeyboard()) box.focusSearchInput()
    },
    onDropdownClose: () => {
      // Not `focusTarget`, which waits: it would take the focus from the composer while the user types.
      if (box.searchRef.current === document.activeElement) box.targetRef.current?.focus()
      box.resetSelectedOption()
      setTyped(undefined)
    },
  })
  const search: ModelSearch = {
    text: typed ?? '',
    type: hasSearch ? setTyped : undefined,
    onKey(event) {
      if (!writes(event.nativeEvent) || event.key === 'Dead') return
      event.preventDefault()
      // Several letters may come before the field has the focus.
      setTyped((now = '') => now + event.key)
      box.openDropdown()
      box.focusSearchInput()
    },
  }
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
  return { box, list, search }
}

interface ModelListProps {
  box: Box
  value: ModelChoice
  search: ModelSearch
}

/** The matching models, and the button that adds the chosen one to the favourites. */
function ModelList({ box, value, search }: ModelListProps): ReactElement {
  const { t } = useTranslation('models')
  const { data: models = [] } = useModels()
  const { ids, toggle } = useFavourites()
  const { text } = search
  // Runs after the list has rendered: Enter chooses the first match, and the arrow keys begin at the chosen model.
  const select = useEffectEvent(() => {
    if (!box.dropdownOpened) return
    if (text !== '') box.selectFirstOption()
    else if (findTag(models, value)) box.selectActiveOption()
  })
  useEffect(() => select(), [text, box.dropdownOpened])
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
      {search.type && <Search text={text} list={box.listId ?? undefined} onText={search.type} />}
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
      // A letter typed on the button is in the field already.
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
      onChange={(event) => onText(event.currentTarget.value)}
      // Enter chooses a model and must not submit the surrounding form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
