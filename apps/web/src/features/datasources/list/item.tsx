import type { Datasource } from '@polylogue/contract'
import { Suspense } from 'react'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { ClampedText } from '#ui/clamped-text.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ItemRow, useItemDialogs } from '#features/items/index.ts'
import { SharingFact } from '#features/sharing/index.ts'
import { DatasourceChips } from '../chips.tsx'
import { useUploadsOf } from '#features/media/index.ts'
import type { OpenTab } from '#lib/open-tab.ts'
import { DatasourceMenu } from './item-menu.tsx'
import css from './list.module.css'
import { isSearchable } from '../ready.ts'
import { SourceStatus } from '../status.tsx'

interface DatasourceItemProps {
  datasource: Datasource
  openTab: OpenTab | undefined
  heading: 'h2' | 'h3'
}

/** A data source in the list. */
export function DatasourceItem({ datasource, openTab, heading }: DatasourceItemProps) {
  const { id, name, summary } = datasource
  return (
    <ItemRow
      name={name}
      to={`/datasources/${id}`}
      path={`/datasources/${id}`}
      heading={heading}
      named={false}
      actions={
        <>
          <Actions datasource={datasource} openTab={openTab} />
          <DatasourceMenu datasource={datasource} openTab={openTab} />
        </>
      }
      facts={<Metadata datasource={datasource} openTab={openTab} />}
    >
      {summary && (
        <div className={css.summary}>
          <ClampedText name={name}>{summary}</ClampedText>
        </div>
      )}
      <DatasourceChips datasource={datasource} className={css.chips} />
    </ItemRow>
  )
}

type Placed = Pick<DatasourceItemProps, 'datasource' | 'openTab'>

/** The usual actions; a data source that is not ready cannot be used. */
function Actions({ datasource, openTab }: Placed) {
  const { t } = useTranslation('datasources')
  const dialogs = useItemDialogs('datasources')
  const { id, name } = datasource
  const ready = isSearchable(datasource)
  const used = openTab?.tab.defaultDatasourceId === id
  return (
    <>
      <IconButton
        icon={used ? 'circle-check-filled' : 'circle-check'}
        label={ready ? t('useNamed', { name }) : t('notReady', { name })}
        aria-disabled={!ready || undefined}
        className={used ? css.used : undefined}
        aria-pressed={used || undefined}
        onClick={() => ready && dialogs.show('use', id)}
      />
      {canWrite(datasource) && (
        <IconButton icon="pencil" label={t('editNamed', { name })} onClick={() => dialogs.show('edit', id)} />
      )}
    </>
  )
}

function Metadata({ datasource, openTab }: Placed) {
  const { t } = useTranslation('datasources')
  const format = useFormat()
  const { id, mediaCount, mediaFailed } = datasource
  const uploads = useUploadsOf(id).filter(({ state }) => state !== 'failed').length
  return (
    <>
      {openTab?.tab.defaultDatasourceId === id && <Chip>{t('inTab')}</Chip>}
      {openTab?.project.defaultDatasourceId === id && <Chip kind="line">{t('inProject')}</Chip>}
      <SourceStatus datasource={datasource} />
      <span>{t('documents', { count: mediaCount, number: format.number(mediaCount) })}</span>
      {uploads > 0 && <span>{t('uploading', { count: uploads })}</span>}
      {mediaFailed > 0 && <span>{t('failedDocuments', { count: mediaFailed })}</span>}
      <Suspense fallback={null}>
        <SharingFact item={datasource} />
      </Suspense>
    </>
  )
}
