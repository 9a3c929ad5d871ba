import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import type { Tab } from '@polylogue/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { hasText } from '#lib/has-words.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { findModel, useModels } from '#features/models/index.ts'
import css from './all-tabs.module.css'
import { tabId } from './tab-ids.ts'
import { OptionsMark, TabMark } from './tab-marks.tsx'

/** Minimum number of tabs for a search field. */
const SEARCHED = 11

const CLASSES = {
  dropdown: css.list ?? '',
  option: css.option ?? '',
  options: css.options ?? '',
  search: css.search ?? '',
}

interface AllTabsProps {
  tabs: readonly Tab[]
  chosen: Tab | undefined
  onChoose: (id: number) => void
}

/** Lists all tabs with their marks, for a row that cannot show them all; searches by name if there are many. */
export function AllTabs({ tabs, chosen, onChoose }: AllTabsProps) {
  const { t } = useTranslation('tabs')
  const searched = tabs.length >= SEARCHED
  const { box, text, setText, choose } = useList(searched, onChoose)
  const shown = tabs.filter((tab) => hasText(tab.name, text))
  return (
    <Combobox
      store={box}
      onOptionSubmit={choose}
      position="bottom-end"
      width={320}
      shadow="none"
      withinPortal={false}
      floatingStrategy="fixed"
      classNames={CLASSES}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <IconButton
          icon="chevron-down"
          label={t('allTabs', { count: tabs.length })}
          aria-haspopup="listbox"
          aria-expanded={box.dropdownOpened}
          className={css.button}
          onClick={() => box.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {searched && (
          <Search
            text={text}
            list={box.listId ?? undefined}
            onText={(next) => (setText(next), box.selectFirstOption())}
          />
        )}
        <Combobox.Options aria-label={t('list')}>
          {shown.map((tab) => (
            <AnyTab key={tab.id} tab={tab} chosen={tab.id === chosen?.id} />
          ))}
          {shown.length === 0 && (
            <Combobox.Empty className={css.none ?? ''}>{t('noTab', { text })}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** State of the list: open, search text, and selection. */
function useList(searched: boolean, onChoose: (id: number) => void) {
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(false)
  const box = useCombobox({
    opened,
    onOpenedChange: setOpened,
    onDropdownOpen: () => (searched ? box.focusSearchInput() : box.selectActiveOption()),
    onDropdownClose: () => {
      setText('')
      box.resetSelectedOption()
      // Not `focusTarget`, which waits: the user may have gone on meanwhile.
      box.targetRef.current?.focus()
    },
  })
  const choose = (id: string) => {
    // Not `closeDropdown`, which focuses the button: the tab takes the focus.
    flushSync(() => {
      onChoose(Number(id))
      setText('')
      setOpened(false)
    })
    box.resetSelectedOption()
    document.getElementById(tabId(Number(id)))?.focus()
  }
  return { box, text, setText, choose }
}

interface SearchProps {
  text: string
  list: string | undefined
  onText: (text: string) => void
}

function Search({ text, list, onText }: SearchProps) {
  const { t } = useTranslation('tabs')
  return (
    <Combobox.Search
      role="combobox"
      aria-expanded
      aria-controls={list}
      aria-label={t('searchTabs')}
      placeholder={t('searchTabs')}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  )
}

function AnyTab({ tab, chosen }: { tab: Tab; chosen: boolean }) {
  const { data: models } = useModels()
  return (
    <Combobox.Option value={String(tab.id)} active={chosen} selected={chosen} aria-selected={chosen}>
      <TabMark tab={tab} chosen={false} />
      <span className={`cut ${css.name}`}>{tab.name}</span>
      <OptionsMark tab={tab} />
      <span className={`cut ${css.model}`}>{findModel(models, tab.defaultModelId)?.name}</span>
    </Combobox.Option>
  )
}
