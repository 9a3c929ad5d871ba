import type { Tab } from '@polylogue/contract'
import { useTranslation } from '../../../lib/texts.ts'
import { InUseButton } from '../../../ui/in-use-button.tsx'
import { useDatasource } from '../api.ts'

/** Names the data source that a tab uses; a click opens the list. */
export function DatasourceInUse({ tab, onOpen }: { tab: Tab; onOpen: () => void }) {
  const { t } = useTranslation('datasources')
  const { data, isError } = useDatasource(tab.defaultDatasourceId)
  if (!data && !isError) return null
  const name = data && !isError ? data.name : t('lost')
  return <InUseButton icon="database" label={t('inUse', { name })} names={[name]} onClick={onOpen} />
}
