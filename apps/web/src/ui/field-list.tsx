// A list above the composer that its field searches: the field keeps the focus, and the list handles its keys.
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { COMPOSER } from '#lib/composer-focus.ts'
import type { ComposerField } from '#lib/use-sign-query.ts'
import css from './field-list.module.css'
import { ListOption } from './list-option.tsx'

interface Listed {
  id: number
  title: string
  text: string
}

type KeysOfField = Pick<ComposerField, 'takeKeys'>

interface FieldListProps<Item extends Listed> {
  label: string
  items: readonly Item[]
  /** What the field searches for; another one starts at the first item. */
  query: string
  /** Whether the items are those of an earlier query. */
  isWaiting: boolean
  /** What was found; read out, and shown when it is nothing. */
  status: string
  failed: string | undefined
  /** Leads on when nothing was found. */
  wayOn: ReactNode
  /** The line that explains the keys. */
  hint: string
  keys: KeysOfField
  onChoose: (item: Item) => void
  onClose: () => void
}

/** Arrows move, Enter or a click chooses, Escape closes. */
export function FieldList<Item extends Listed>(props: FieldListProps<Item>) {
  const { label, items, query, isWaiting, status, failed, wayOn, hint, keys, onChoose, onClose } = props
  const id = useId()
  const [at, setAt] = useState({ query, index: 0 })
  if (at.query !== query) setAt({ query, index: 0 })
  const active = items[Math.min(at.index, items.length - 1)]
  const move = (step: number) =>
    setAt({ query, index: (at.index + step + items.length) % Math.max(1, items.length) })
  useKeys(keys, {
    move,
    choose: () => active && onChoose(active),
    close: onClose,
    any: active !== undefined,
    isWaiting,
  })
  useComboboxField(items.length > 0 ? id : undefined, active && optionId(id, active.id), onClose)
  return (
    <div role="none" className={css.list} onMouseDown={(event) => event.preventDefault()}>
      {items.length > 0 && (
        <div id={id} role="listbox" aria-label={label} className={css.options}>
          {items.map((item) => (
            <Option
              key={item.id}
              id={optionId(id, item.id)}
              item={item}
              active={item === active}
              onChoose={() => onChoose(item)}
            />
          ))}
        </div>
      )}
      {failed === undefined ? (
        <p className={items.length === 0 && !isWaiting ? css.none : 'sr'} role="status">
          {isWaiting ? '' : status}
        </p>
      ) : (
        <p className={css.none} role="alert">
          {failed}
        </p>
      )}
      {items.length === 0 && !isWaiting && <div className={css.wayOn}>{wayOn}</div>}
      <p className={css.keys} aria-hidden="true">
        {hint}
      </p>
    </div>
  )
}

interface OptionProps {
  id: string
  item: Listed
  active: boolean
  onChoose: () => void
}

function Option({ id, item, active, onChoose }: OptionProps) {
  return (
    <ListOption id={id} active={active} className={css.option} onChoose={onChoose}>
      <b className="cut" dir="auto">
        {item.title}
      </b>
      <span className="cut" dir="auto">
        {item.text}
      </span>
    </ListOption>
  )
}

const optionId = (list: string, item: number): string => `${list}-${item}`

interface KeyActions {
  move: (step: number) => void
  choose: () => void
  close: () => void
  /** Whether there is something to choose; otherwise Enter sends. */
  any: boolean
  isWaiting: boolean
}

/** Handles the keys of the composer while the list is open. */
function useKeys(keys: KeysOfField, actions: KeyActions): void {
  const onKey = useEffectEvent(({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'Escape') actions.close()
    else if (shiftKey) return false
    else if (!actions.any) {
      if (key !== 'Enter') return false
      // Sending the search text before its result is there would be a mistake.
      if (actions.isWaiting) return true
      // The text is sent as it is.
      actions.close()
      return false
    } else if (key === 'ArrowDown') actions.move(1)
    else if (key === 'ArrowUp') actions.move(-1)
    else if (key === 'Enter' || key === 'Tab') actions.choose()
    else return false
    return true
  })
  useEffect(() => keys.takeKeys((event) => onKey(event)), [keys])
}

/** Makes the composer a combobox for screen readers while the list is open; leaving it closes the list. */
function useComboboxField(list: string | undefined, active: string | undefined, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const field = document.getElementById(COMPOSER)
    if (!field) return undefined
    const close = () => leave()
    field.addEventListener('blur', close)
    return () => field.removeEventListener('blur', close)
  }, [])
  useEffect(() => {
    const field = document.getElementById(COMPOSER)
    if (!field || list === undefined) return undefined
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'true',
      'aria-controls': list,
      ...(active === undefined ? {} : { 'aria-activedescendant': active }),
    }
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
    return () => Object.keys(attributes).forEach((name) => field.removeAttribute(name))
  }, [list, active])
}
