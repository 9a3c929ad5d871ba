import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox } from '@mantine/core'
import type { Tab } from '@polylogue/contract'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { hasText } from '#lib/has-words.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ListSearchField } from '#ui/list-search.tsx'
import { useSearchList } from '#ui/use-search-list.ts'
import { findModel, useModels } from '#features/models/index.ts'
import css from './all-tabs.module.css'
import { tabId } from './tab-ids.ts'
import { OptionsMark, TabMark } from './tab-marks.tsx'

/** The list has a search field from this number of tabs on, or once a letter is typed. */
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
  const { box, search, listId, choose } = useTabList(tabs.length, onChoose)
  const { text, type } = search
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
          onKeyDown={search.onKey}
          onClick={() => box.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {type && <ListSearchField label={t('searchTabs')} list={listId} text={text} onText={type} />}
        <Combobox.Options id={listId} aria-label={t('list')}>
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

/** Open state of the list, the search in it, and choosing from it. */
function useTabList(count: number, onChoose: (id: number) => void) {
  // The chosen tab takes the focus instead of the button.
  const chooses = useRef(false)
  const { box, search, listId } = useSearchList({
    isSearched: count >= SEARCHED,
    leavesFocus: () => chooses.current,
  })
  const choose = (id: string) => {
    chooses.current = true
    flushSync(() => {
      onChoose(Number(id))
      box.closeDropdown()
    })
    chooses.current = false
    document.getElementById(tabId(Number(id)))?.focus()
  }
  return { box, search, listId, choose }
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
