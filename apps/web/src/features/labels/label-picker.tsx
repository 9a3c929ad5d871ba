import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import type { Label } from '@polylogue/contract'
import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { useLabels } from './api.ts'
import { labelNamed, offeredLabels, toggledId, type LabelKind } from './label-list.ts'
import css from './labels.module.css'

const CREATE = 'create'

interface LabelPickerProps {
  kind: LabelKind
  /** Ids of the chosen labels. */
  value: readonly number[]
  onChange: (ids: number[]) => void
  /** Called with the typed text to create a label; absent in filters. */
  onCreate?: ((name: string) => void) | undefined
  /** The button that opens the list. */
  children: (opened: boolean, toggle: () => void) => ReactElement
}

/** A button with a list of categories or tags to tick; typing filters it. */
export function LabelPicker({ kind, value, onChange, onCreate, children }: LabelPickerProps) {
  // The form for a new label takes the focus instead of the button.
  const creates = useRef(false)
  const box = useCombobox({
    onDropdownOpen: () => {
      // On a phone the on-screen keyboard would cover the list.
      if (!window.matchMedia('(pointer: coarse)').matches) box.focusSearchInput()
    },
    onDropdownClose: () => {
      // Not `focusTarget`, which waits: the user may have gone on meanwhile.
      if (!creates.current && box.searchRef.current === document.activeElement) box.targetRef.current?.focus()
      creates.current = false
      box.resetSelectedOption()
    },
  })
  const [typed, setTyped] = useState('')
  const submit = (id: string) => {
    if (id !== CREATE) return onChange(toggledId(value, Number(id)))
    creates.current = true
    box.closeDropdown()
    onCreate?.(typed.trim())
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
        {children(box.dropdownOpened, () => box.toggleDropdown())}
      </Combobox.Target>
      <Combobox.Dropdown>
        {box.dropdownOpened && (
          <Options
            kind={kind}
            value={value}
            box={box}
            text={typed}
            onText={setTyped}
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
  box: ReturnType<typeof useCombobox>
  text: string
  onText: (text: string) => void
  canCreate: boolean
}

function Options({ kind, value, box, text, onText, canCreate }: OptionsProps) {
  const { t } = useTranslation('labels')
  const { data = [], isError } = useLabels(kind)
  // Fixed while the list is open: a ticked option does not jump to the top.
  const [first] = useState(value)
  const offered = offeredLabels(data, first, text)
  const selectFirst = useEffectEvent(() => box.selectFirstOption())
  useEffect(() => {
    if (text !== '') selectFirst()
  }, [text])
  const typed = text.trim()
  const isTaken = typed !== '' && labelNamed(data, typed) !== undefined
  const none = typed === '' ? t(`${kind}.none`) : t('noMatch', { text: typed })
  return (
    <>
      <Search kind={kind} list={box.listId ?? undefined} text={text} onText={onText} />
      <Combobox.Options aria-label={t(`${kind}.title`)} aria-multiselectable>
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
    selected={chosen}
    aria-selected={chosen}
    title={label.description}
  >
    <span className={css.tick}>{chosen && <Icon name="check" size={14} />}</span>
    <span className="cut">{label.name}</span>
  </Combobox.Option>
)

interface SearchProps extends Pick<OptionsProps, 'kind' | 'text' | 'onText'> {
  list: string | undefined
}

function Search({ kind, list, text, onText }: SearchProps) {
  const { t } = useTranslation('labels')
  return (
    <Combobox.Search
      role="combobox"
      aria-expanded
      aria-controls={list}
      aria-label={t(`${kind}.search`)}
      placeholder={t(`${kind}.search`)}
      maxLength={100}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      // Enter ticks an option and must not submit the surrounding form; Escape closes the list alone.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      data-mantine-stop-propagation
    />
  )
}
