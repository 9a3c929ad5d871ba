// How every list that opens below a button answers keys: letters typed on the button search, the arrow keys begin at what is
// chosen, Enter takes the first match, and closing forgets the search.
import { useCombobox } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import { hasOnScreenKeyboard, writes } from '#lib/composer-focus.ts'

export interface ListSearch {
  text: string
  /** Undefined without a search field. */
  type: ((text: string) => void) | undefined
  /** Begins a search with a letter that is typed on the button. */
  onKey: (event: KeyboardEvent) => void
}

type Box = ReturnType<typeof useCombobox>

interface SearchListOptions {
  /** Whether the list has its field before a letter is typed. */
  isSearched: boolean
  /** Returns whether something else than the button gets the focus when the list closes. */
  leavesFocus?: () => boolean
}

/** Returns the store of a list, its search and the id of its options; the option that is chosen has `active`. */
export function useSearchList({ isSearched, leavesFocus }: SearchListOptions): {
  box: Box
  search: ListSearch
  listId: string
} {
  const listId = useId()
  // Undefined until something is typed: the field then stays, also when it is emptied.
  const [typed, setTyped] = useState<string>()
  const hasField = typed !== undefined || isSearched
  const box = useCombobox({
    onDropdownOpen: () => {
      // On a phone the on-screen keyboard would cover the list.
      if (hasField && !hasOnScreenKeyboard()) box.focusSearchInput()
    },
    onDropdownClose: () => {
      // Not `focusTarget`, which waits: it would take the focus from where the user has gone on.
      const isInField = box.searchRef.current === document.activeElement
      if (isInField && !leavesFocus?.()) box.targetRef.current?.focus()
      box.resetSelectedOption()
      setTyped(undefined)
    },
  })
  const text = typed ?? ''
  useSelected(box, listId, text)
  const search: ListSearch = {
    text,
    type: hasField ? setTyped : undefined,
    onKey(event) {
      if (!writes(event.nativeEvent) || event.key === 'Dead') return
      event.preventDefault()
      // Several letters may come before the field has the focus.
      setTyped((now = '') => now + event.key)
      box.openDropdown()
      box.focusSearchInput()
    },
  }
  return { box, search, listId }
}

/**
 * Selects after the list has rendered, also with options that load: the first match of a text, else what is chosen. Tells
 * screen readers what is selected: Mantine does so after arrow keys only, and opens with the option of the last time.
 */
function useSelected(box: Box, listId: string, text: string): void {
  const opened = box.dropdownOpened
  const select = useEffectEvent((list: Element) => {
    if (text !== '') box.selectFirstOption()
    else if (list.querySelector('[data-combobox-active]')) box.selectActiveOption()
  })
  const tell = useEffectEvent((list: Element | null) => {
    const selected = list?.querySelector('[data-combobox-selected]')
    for (const field of [box.targetRef.current, box.searchRef.current]) {
      if (field?.getAttribute('role') !== 'combobox') continue
      if (selected) field.setAttribute('aria-activedescendant', selected.id)
      else field.removeAttribute('aria-activedescendant')
    }
  })
  useEffect(() => {
    const list = opened ? document.getElementById(listId) : null
    if (list) select(list)
    tell(list)
    if (!list) return undefined
    const observer = new MutationObserver(() => {
      if (!list.querySelector('[data-combobox-selected]')) select(list)
      tell(list)
    })
    const attributeFilter = ['data-combobox-selected']
    observer.observe(list, { subtree: true, childList: true, attributes: true, attributeFilter })
    return () => observer.disconnect()
  }, [opened, listId, text])
}
