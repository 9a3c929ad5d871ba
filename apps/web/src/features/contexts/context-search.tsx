import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import type { Context, ContextTypeId } from '@polylogue/contract'
import { useId, useState, type FocusEvent } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import css from './context-search.module.css'
import { FoundContexts, optionId } from './found-contexts.tsx'
import { isPerson } from './kinds.ts'
import { useContextSearch } from './use-context-search.ts'

interface ContextSearchProps {
  label: string
  hint?: string
  /** Ids of the context types to search: `HOLDERS` or a subset of them. */
  types: readonly ContextTypeId[]
  /** Ids of contexts to exclude, for example those already chosen. */
  exclude: readonly number[]
  onChoose: (context: Context) => void
}

/**
 * Searches a person or group by name and calls `onChoose`; then clears the field and keeps the focus. Arrow keys select,
 * Enter chooses, Escape closes only the list.
 */
export function ContextSearch({ label, hint, types, exclude, onChoose }: ContextSearchProps) {
  const list = useId()
  const search = useContextSearch(types, exclude, onChoose)
  const [place, setPlace] = useState<ListPlace>({ position: 'bottom-start', boundary: undefined })
  return (
    <Popover
      opened={search.open}
      position={place.position}
      width="target"
      offset={4}
      shadow="none"
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
      // Rendered inside the surrounding landmark or dialog; the fixed strategy prevents clipping by a scroll container.
      withinPortal={false}
      floatingStrategy="fixed"
      // Limits the height to the available room, so that the list does not flip sides while the user types.
      middlewares={{ size: { boundary: place.boundary } }}
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ dropdown: css.list ?? '' }}
    >
      <SearchInput
        label={label}
        hint={hint}
        list={list}
        kinds={types.every(isPerson) ? 'people' : types.some(isPerson) ? 'both' : 'groups'}
        search={search}
        onFocus={({ currentTarget }) => setPlace(placeFor(currentTarget))}
      />
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <FoundContexts
          id={list}
          found={search.found}
          offered={search.offered}
          active={search.active?.id}
          text={search.waiting ? undefined : search.q}
          onChoose={search.choose}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface ListPlace {
  position: 'bottom-start' | 'top-start'
  /** Limits the list; undefined for the window. */
  boundary: Element | undefined
}

/** Height of a useful list, in pixels. */
const LIST = 156

/** Places the list inside the body of a dialog where it fits there, so that it does not cover the buttons below. */
function placeFor(field: HTMLElement): ListPlace {
  const body = field.closest('[data-dialog-body]')
  const below = { position: 'bottom-start', boundary: undefined } as const
  if (!body) return below
  const [room, box] = [body.getBoundingClientRect(), field.getBoundingClientRect()]
  if (room.bottom - box.bottom >= LIST) return { ...below, boundary: body }
  return box.top - room.top >= LIST ? { position: 'top-start', boundary: body } : below
}

interface SearchInputProps {
  label: string
  hint: string | undefined
  /** The id of the listbox. */
  list: string
  /** What is searched. */
  kinds: keyof typeof PLACEHOLDERS
  search: ReturnType<typeof useContextSearch>
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

const PLACEHOLDERS = { people: 'searchPeople', groups: 'searchGroup', both: 'searchPlaceholder' } as const

function SearchInput({ label, hint, list, kinds, search, onFocus }: SearchInputProps) {
  const { t } = useTranslation('contexts')
  const { open, active } = search
  const listed = open && search.offered.length > 0
  return (
    <Field label={label} hint={hint}>
      {(linked) => (
        <Popover.Target>
          <span className={css.box}>
            <Icon name="search" />
            <input
              {...linked}
              type="text"
              role="combobox"
              aria-expanded={listed}
              aria-controls={listed ? list : undefined}
              aria-activedescendant={listed && active ? optionId(list, active) : undefined}
              aria-autocomplete="list"
              // Escape closes only the list, not the dialog around it.
              data-mantine-stop-propagation={open || undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={t(PLACEHOLDERS[kinds])}
              maxLength={200}
              value={search.text}
              onChange={(event) => search.type(event.target.value)}
              onClick={search.begin}
              onFocus={onFocus}
              onBlur={search.end}
              onKeyDown={search.onKey}
            />
          </span>
        </Popover.Target>
      )}
    </Field>
  )
}

const GROUPS = [CONTEXT_TYPES.orgUnit, CONTEXT_TYPES.team] as const

/** Searches a group that has members: an org unit or a team. */
export function GroupSearch({ label, onChoose }: { label: string; onChoose: (group: Context) => void }) {
  return <ContextSearch label={label} types={GROUPS} exclude={[]} onChoose={onChoose} />
}
