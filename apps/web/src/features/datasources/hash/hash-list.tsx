import type { Tab } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { hasText } from '#lib/has-words.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import type { ComposerField } from '#lib/use-sign-query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { FieldList } from '#ui/field-list.tsx'
import { useChooseForTab, useFoundDatasources } from '../api.ts'
import { EVERYTHING } from '../search.ts'
import { useItemDialogs } from '#features/items/index.ts'

interface HashListProps {
  opened: boolean
  query: string
  field: ComposerField
  tab: Tab
  onClose: () => void
}

/** The data sources that are ready, above the composer; the chosen one is used in the tab. */
export const HashList = ({ opened, ...props }: HashListProps) => opened && <Results {...props} />

function Results({ query, field, tab, onClose }: Omit<HashListProps, 'opened'>) {
  const { t } = useTranslation('datasources')
  const errorMessage = useErrorMessage()
  const choose = useChooseForTab(tab)
  const dialogs = useItemDialogs('datasources')
  const settled = useSettled(query, 200)
  const found = useFoundDatasources({ ...EVERYTHING, text: settled })
  const ready = (found.data?.datasources ?? [])
    .filter(({ status }) => status === DATASOURCE_STATUS.ready)
    // The previous result stays until the next one is there.
    .filter(({ name, summary }) => hasText(`${name}\n${summary}`, query))
  const use = ({ id }: { id: number }) => {
    onClose()
    field.clear()
    choose.mutate({ defaultDatasourceId: id })
  }
  return (
    <FieldList
      label={t('title')}
      items={ready.map(({ id, name, summary }) => ({
        id,
        title: name,
        text: id === tab.defaultDatasourceId ? t('hash.current') : summary.slice(0, 300),
      }))}
      query={query}
      isWaiting={found.isPending || found.isPlaceholderData || settled !== query}
      status={ready.length > 0 ? t('hash.found', { count: ready.length }) : t('hash.none')}
      failed={found.isError ? errorMessage(found.error).sentence : undefined}
      wayOn={
        <Button
          size="small"
          icon="plus"
          onClick={() => {
            onClose()
            field.clear()
            dialogs.show('create')
          }}
        >
          {t('add')}
        </Button>
      }
      hint={t('hash.keys')}
      keys={field}
      onChoose={use}
      onClose={onClose}
    />
  )
}
