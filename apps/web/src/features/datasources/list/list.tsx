import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { scrollBox } from '#ui/scroll-box.ts'
import { ItemList, PagedPanelList, useItemDialogs } from '#features/items/index.ts'
import { LabelFilter } from '#features/labels/index.ts'
import { useFoundDatasources } from '../api.ts'
import { EVERYTHING, isFiltered, PAGE_SIZE, type Search } from '../search.ts'
import { TabUses } from '../use/tab-uses.tsx'
import type { OpenTab } from '#lib/open-tab.ts'
import { DatasourceItem } from './item.tsx'
import css from './list.module.css'

interface DatasourceListProps {
  /** Where data sources can be chosen; undefined where there is no tab. */
  openTab?: OpenTab | undefined
  heading: 'h2' | 'h3'
  /** Limits the height of the list, in the side panel. */
  scrolls?: boolean
}

/** Lists the data sources. Filters and page are reset when the panel was collapsed (PAGE-3). */
export function DatasourceList({ openTab, heading, scrolls = false }: DatasourceListProps) {
  const { t } = useTranslation('datasources')
  const dialogs = useItemDialogs('datasources')
  const [search, setSearch] = useState<Search>(EVERYTHING)
  const change = (some: Partial<Search>) => setSearch((now) => ({ ...now, page: 1, ...some }))
  const asked = { ...search, text: useSettled(search.text) }
  const { data, ...query } = useFoundDatasources(asked)
  return (
    <div className={css.list}>
      {openTab && <TabUses openTab={openTab} />}
      <PagedPanelList
        list={{ ...query, data: data && { items: data.datasources, total: data.total } }}
        filter={{
          text: search.text,
          filtered: isFiltered(search) || isFiltered(asked),
          setText: (text) => change({ text }),
          clear: () => setSearch(EVERYTHING),
        }}
        filters={<Filters search={search} onChange={change} />}
        pager={{
          label: t('pages'),
          page: search.page,
          pageSize: PAGE_SIZE,
          onPage: (page) => change({ page }),
        }}
        words={{
          loadFailed: t('loadFailed'),
          emptyTitle: t('emptyTitle'),
          emptyText: t('emptyText'),
          filter: t('filter'),
          clearFilter: t('clearFilter'),
          noMatch: (text) => (text === '' ? t('noMatchFilter') : t('noMatch', { text })),
          found: (count) => t('found', { count }),
          add: t('add'),
        }}
        onAdd={() => dialogs.show('create')}
      >
        {(found) => (
          <div {...(scrolls ? { className: css.scrolls, ...scrollBox(t('title')) } : {})}>
            <ItemList>
              {found.map((datasource) => (
                <DatasourceItem
                  key={datasource.id}
                  datasource={datasource}
                  openTab={openTab}
                  heading={heading}
                />
              ))}
            </ItemList>
          </div>
        )}
      </PagedPanelList>
    </div>
  )
}

interface FiltersProps {
  search: Search
  onChange: (change: Partial<Search>) => void
}

const Filters = ({ search: { categories, tags }, onChange }: FiltersProps) => (
  <div className={css.filters}>
    <LabelFilter kind="categories" value={categories} onChange={(ids) => onChange({ categories: ids })} />
    <LabelFilter kind="tags" value={tags} onChange={(ids) => onChange({ tags: ids })} />
  </div>
)

/** The list in the side panel. */
export const DatasourceSection = ({ openTab }: { openTab?: OpenTab | undefined }) => (
  <DatasourceList openTab={openTab} heading="h3" scrolls />
)
