import type { MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS, type DatasourceStatus } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import css from './status.module.css'

type StatusName = keyof typeof DATASOURCE_STATUS

const NAMES: Readonly<Record<DatasourceStatus, StatusName>> = {
  0: 'pending',
  1: 'indexing',
  2: 'ready',
  3: 'failed',
}

const ICONS: Readonly<Record<StatusName, IconName>> = {
  pending: 'clock',
  indexing: 'refresh',
  ready: 'circle-check',
  failed: 'alert-circle',
}

interface StatusProps {
  status: MediaItem['status']
  /** Replaces the word. */
  children?: string | undefined
}

/** A state as an icon with its word: pending gray, indexing yellow, ready green, failed red. */
export function StatusSign({ status, children }: StatusProps) {
  const { t } = useTranslation('datasources')
  const name = NAMES[status]
  return (
    <span className={css.status} data-status={name}>
      <Icon name={ICONS[name]} size={14} />
      {children ?? t(`status.${name}`)}
    </span>
  )
}

/** The state of a document: also that its upload is not finished, or that the text of its pictures is recognised. */
export function MediaStatus({ media: { status, recognizing, received, size } }: { media: MediaItem }) {
  const { t } = useTranslation('media')
  if (status === DATASOURCE_STATUS.pending && received < size)
    return <StatusSign status={status}>{t('incomplete')}</StatusSign>
  if (!recognizing || status !== DATASOURCE_STATUS.ready) return <StatusSign status={status} />
  return <StatusSign status={DATASOURCE_STATUS.indexing}>{t('textRecognition')}</StatusSign>
}
