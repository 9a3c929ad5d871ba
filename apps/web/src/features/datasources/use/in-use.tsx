import type { Tab } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { InUseButton } from '#ui/in-use-button.tsx'
import { findModel, useModels } from '#features/models/index.ts'
import { useDatasource } from '../api.ts'

/**
 * Names the data source that a tab uses; a click opens the list. Says before asking when an external model gets nothing of
 * a confidential one.
 */
export function DatasourceInUse({ tab, onOpen }: { tab: Tab; onOpen: () => void }) {
  const { t } = useTranslation('datasources')
  const { data, isError } = useDatasource(tab.defaultDatasourceId)
  const { data: models = [] } = useModels()
  if (!data && !isError) return null
  const name = data && !isError ? data.name : t('lost')
  const model = findModel(models, tab.defaultModelId)
  const isKept = data?.localOnly === true && model?.isLocal === false
  return (
    <InUseButton
      icon={isKept ? 'alert-triangle' : 'database'}
      label={isKept ? t('keptFromModel', { name }) : t('inUse', { name })}
      names={[isKept ? t('notSent', { name }) : name]}
      onClick={onOpen}
    />
  )
}
