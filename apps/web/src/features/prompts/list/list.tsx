import { useSessionState } from '#lib/session-state.ts'
import { useTranslation } from '#lib/texts.ts'
import { useSettled } from '#lib/use-settled.ts'
import { ItemList, PagedPanelList, useItemDialogs } from '#features/items/index.ts'
import { useUserId } from '#features/session/index.ts'
import { Suspense } from 'react'
import { WaitingRequests } from '#features/publications/index.ts'
import { searchKey, useFoundPrompts } from '../api.ts'
import { EVERYTHING, isFiltered, PAGE_SIZE } from '../search.ts'
import { Filters } from './filters.tsx'
import { PromptItem } from './item.tsx'
import css from '../page.module.css'

/** Lists the saved prompts. Search, filters and page survive closing the list, in this browser tab. */
export function PromptList({ heading }: { heading: 'h2' | 'h3' }) {
  const { t } = useTranslation('prompts')
  const dialogs = useItemDialogs('prompts')
  const [search, change] = useSessionState(`${useUserId()}.prompts`, EVERYTHING)
  const asked = { ...search, text: useSettled(search.text) }
  const { data, ...query } = useFoundPrompts(asked)
  const filter = {
    text: search.text,
    filtered: isFiltered(search) || isFiltered(asked),
    setText: (text: string) => change({ text, page: 1 }),
    clear: () => change({ text: '', categories: [], tags: [], context: 0, page: 1 }),
  }
  return (
    <div>
      <PagedPanelList
        list={{ ...query, data: data && { items: data.prompts, total: data.total } }}
        filter={filter}
        filters={<Filters search={search} onChange={(some) => change({ ...some, page: 1 })} />}
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
          filter: t('search'),
          clearFilter: t('clearFilter'),
          noMatch: (text) => (text === '' ? t('noMatchFilter') : t('noMatch', { text })),
          found: (count) => t('found', { count }),
          add: t('add'),
        }}
        onAdd={() => dialogs.show('create')}
      >
        {(found) => (
          <ItemList>
            {found.map((prompt) => (
              <PromptItem key={prompt.id} prompt={prompt} heading={heading} listKey={searchKey(asked)} />
            ))}
          </ItemList>
        )}
      </PagedPanelList>
    </div>
  )
}

/** The list in the side panel, after the requests that wait for the user's approval. */
export const PromptSection = () => (
  <>
    <Suspense fallback={null}>
      <WaitingRequests className={css.waiting} />
    </Suspense>
    <PromptList heading="h3" />
  </>
)
