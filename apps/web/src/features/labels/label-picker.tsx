import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox } from '@mantine/core'
import type { Label } from '@polylogue/contract'
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { ListSearchField } from '#ui/list-search.tsx'
import { useSearchList } from '#ui/use-search-list.ts'
import { useLabels } from './api.ts'
import { labelNamed, offeredLabels, toggledId, type LabelKind } from './label-list.ts'
import css from './labels.module.css'

const CREATE = 'create'

/** Props of the button. */
export interface ListButton {
  'aria-haspopup': 'listbox'
  'aria-expanded': boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

interface LabelPickerProps {
  kind: LabelKind
  /** Ids of the chosen labels. */
  value: readonly number[]
  onChange: (ids: number[]) => void
  /** Called with the typed text to create a label; absent in filters. */
  onCreate?: ((name: string) => void) | undefined
  /** The button that opens the list. */
  children: (button: ListButton) => ReactElement
}

/** A button with a list of categories or tags to tick; typing filters it. */
export function LabelPicker({ kind, value, onChange, onCreate, children }: LabelPickerProps) {
  // The form for a new label takes the focus instead of the button.
  const creates = useRef(false)
  const { box, search, listId } = useSearchList({ isSearched: true, leavesFocus: () => creates.current })
  const submit = (id: string) => {
    if (id !== CREATE) return onChange(toggledId(value, Number(id)))
    creates.current = true
    box.closeDropdown()
    creates.current = false
    onCreate?.(search.text.trim())
  }
  return (
    <Combobox
      store={box}
      onOptionSubmit={submit}
      position="bottom-start"
      width={260}
      shadow="none"
      // Rendered inside the surrounding landmark or dialog; the fixed strategy prevents clipping by a scroll container.
      withinPortal={false}
      floatingStrategy="fixed"
      middlewares={{ flip: true, shift: true }}
      classNames={{
        dropdown: css.list ?? '',
        option: css.option ?? '',
        options: css.options ?? '',
        search: css.search ?? '',
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        {children({
          'aria-haspopup': 'listbox',
          'aria-expanded': box.dropdownOpened,
          onClick: () => box.toggleDropdown(),
          onKeyDown: search.onKey,
        })}
      </Combobox.Target>
      <Combobox.Dropdown>
        {box.dropdownOpened && (
          <Options
            kind={kind}
            value={value}
            listId={listId}
            text={search.text}
            onText={search.type}
            canCreate={onCreate !== undefined}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface OptionsProps {
  kind: LabelKind
  value: readonly number[]
  listId: string
  text: string
  onText: ((text: string) => void) | undefined
  canCreate: boolean
}

function Options({ kind, value, listId, text, onText, canCreate }: OptionsProps) {
  const { t } = useTranslation('labels')
  const { data = [], isError } = useLabels(kind)
  // Fixed while the list is open: a ticked option does not jump to the top.
  const [first] = useState(value)
  const offered = offeredLabels(data, first, text)
  const typed = text.trim()
  const isTaken = typed !== '' && labelNamed(data, typed) !== undefined
  const none = typed === '' ? t(`${kind}.none`) : t('noMatch', { text: typed })
  return (
    <>
      {onText && (
        <ListSearchField
          label={t(`${kind}.search`)}
          list={listId}
          text={text}
          maxLength={100}
          onText={onText}
        />
      )}
      <Combobox.Options id={listId} aria-label={t(`${kind}.title`)} aria-multiselectable>
        {offered.map((label) => (
          <LabelOption key={label.id} label={label} chosen={value.includes(label.id)} />
        ))}
        {offered.length === 0 && !canCreate && (
          <Combobox.Empty className={css.none ?? ''}>{isError ? t('failed') : none}</Combobox.Empty>
        )}
        {canCreate && !isTaken && (
          <Combobox.Option value={CREATE}>
            <span className={css.tick}>
              <Icon name="plus" size={14} />
            </span>
            <span className="cut">{typed === '' ? t(`${kind}.new`) : t('create', { name: typed })}</span>
          </Combobox.Option>
        )}
      </Combobox.Options>
    </>
  )
}

const LabelOption = ({ label, chosen }: { label: Label; chosen: boolean }) => (
  <Combobox.Option
    value={String(label.id)}
    // Not `selected`, which would look like the option that Enter ticks.
    aria-selected={chosen}
    title={label.description}
  >
    <span className={css.tick}>{chosen && <Icon name="check" size={14} />}</span>
    <span className="cut">{label.name}</span>
  </Combobox.Option>
)
