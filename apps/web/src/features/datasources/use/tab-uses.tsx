import { canWrite } from '#lib/can.ts'
import { isGone } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { useChooseForTab, useDatasource } from '../api.ts'
import { isSearchable } from '../ready.ts'
import { AmountField } from './amount-field.tsx'
import type { OpenTab } from '#lib/open-tab.ts'
import css from './use.module.css'

/** Says which data source the tab uses, also one that the user cannot read, and ends that on request. */
export function TabUses({ openTab: { project, tab } }: { openTab: OpenTab }) {
  const { t } = useTranslation('datasources')
  const id = tab.defaultDatasourceId
  const { data, error } = useDatasource(id === 0 ? null : id)
  const choose = useChooseForTab(tab)
  const isLost = isGone(error)
  if (id === 0 || (!data && !isLost)) return null
  const name = data?.name ?? ''
  const ready = data !== undefined && isSearchable(data)
  return (
    <div className={css.uses}>
      <p>
        {isLost ? t('lostText') : t(ready ? 'usedText' : 'unreadyText', { name })}
        {data?.answersOnly && ` ${t('onlyText')}`}
      </p>
      {canWrite(project) && (
        <div className={css.changes}>
          {!isLost && (
            <AmountField
              value={tab.amountOfChunks}
              onChange={(amountOfChunks) => choose.mutate({ amountOfChunks })}
            />
          )}
          <Button size="small" onClick={() => choose.mutate({ defaultDatasourceId: 0 })}>
            {t('stop')}
          </Button>
        </div>
      )}
    </div>
  )
}
