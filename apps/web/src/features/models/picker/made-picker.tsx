// The model list and its positioning, lazy-loaded when first needed (model-picker.tsx).
import { Combobox } from '@mantine/core'
import type { MouseEvent, ReactElement } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ListSearchField } from '#ui/list-search.tsx'
import { useSearchList, type ListSearch } from '#ui/use-search-list.ts'
import { useModels } from '../api.ts'
import { Awaited } from './awaited.tsx'
import { deployedTags, nameOfChoice, type ModelChoice } from '../choice.ts'
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
  const { box, list, listId, search } = useModelList(onChange)
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
      <ModelList listId={listId} value={value} search={search} />
    </Combobox>
  )
}

/** A button that runs an action with a model chosen from its list. */
export function MadeModelMenu({ value, onChange, icon, label }: ModelMenuProps) {
  const { box, list, listId, search } = useModelList(onChange)
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
      <ModelList listId={listId} value={value} search={search} />
    </Combobox>
  )
}

/** Open state of the list, the search in it, and choosing from it. */
function useModelList(onChange: (choice: ModelChoice) => void) {
  const { data: models = [] } = useModels()
  const { box, search, listId } = useSearchList({ isSearched: deployedTags(models).length >= SEARCHED })
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
  return { box, list, listId, search }
}

interface ModelListProps {
  listId: string
  value: ModelChoice
  search: ListSearch
}

/** The matching models, and the button that adds the chosen one to the favourites. */
function ModelList({ listId, value, search }: ModelListProps): ReactElement {
  const { t } = useTranslation('models')
  const { data: models = [] } = useModels()
  const { ids, toggle } = useFavourites()
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
      {search.type && (
        <ListSearchField label={t('search')} list={listId} text={search.text} onText={search.type} />
      )}
      <Combobox.Options id={listId} aria-label={t('list')} onClickCapture={onStar}>
        <ModelOptions models={models} value={value} favourites={ids} typed={search.text} />
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
