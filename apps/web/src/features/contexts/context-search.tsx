import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import type { Context, ContextTypeId } from '@polylogue/contract'
import { useId } from 'react'
import { useTranslation } from '../../lib/texts.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import css from './context-search.module.css'
import { FoundContexts, optionId } from './found-contexts.tsx'
import { isPerson } from './kinds.ts'
import { useContextSearch } from './use-context-search.ts'

interface ContextSearchProps {
  label: string
  hint?: string
  /** The kinds that are offered, by the id of their type: `HOLDERS`, or some of them. */
  types: readonly ContextTypeId[]
  /** Ids of contexts that are not offered: what is chosen already. */
  exclude: readonly number[]
  onChoose: (context: Context) => void
}

/**
 * Finds a person or a group by name and gives it to `onChoose`; the field is empty again and keeps the focus. Arrow keys choose,
 * Enter takes, Escape closes the list alone.
 */
export function ContextSearch({ label, hint, types, exclude, onChoose }: ContextSearchProps) {
  const list = useId()
  const search = useContextSearch(types, exclude, onChoose)
  return (
    <Popover
      opened={search.open}
      position="bottom-start"
      width="target"
      offset={4}
      shadow="none"
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
      // Inside the landmark or dialog it belongs to, and beyond the edges of what scrolls.
      withinPortal={false}
      floatingStrategy="fixed"
      // As high as there is room for where it opens: it does not change sides while one types.
      middlewares={{ size: true }}
      transitionProps={{ duration: 140, transition: 'fade' }}
      classNames={{ dropdown: css.list ?? '' }}
    >
      <SearchInput label={label} hint={hint} list={list} people={types.every(isPerson)} search={search} />
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

interface SearchInputProps {
  label: string
  hint: string | undefined
  /** The id of the list. */
  list: string
  /** Only people are offered. */
  people: boolean
  search: ReturnType<typeof useContextSearch>
}

function SearchInput({ label, hint, list, people, search }: SearchInputProps) {
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
              // A dialog around it stays open while Escape closes the list.
              data-mantine-stop-propagation={open || undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={people ? t('searchPeople') : t('searchPlaceholder')}
              maxLength={200}
              value={search.text}
              onChange={(event) => search.type(event.target.value)}
              onClick={search.begin}
              onBlur={search.end}
              onKeyDown={search.onKey}
            />
          </span>
        </Popover.Target>
      )}
    </Field>
  )
}
