import type { MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import css from './refresh-line.module.css'
import { isDue } from './media-state.ts'
import { useNow } from './use-now.ts'

/** When an address was checked and changed last, and why it is not newer. Nothing for a file. */
export function RefreshLine({ media }: { media: MediaItem }) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const now = useNow()
  const { url, checked, changed, refresh, lastFailure, status } = media
  if (url === null || checked === null || status !== DATASOURCE_STATUS.ready) return null
  const facts = [
    t('refresh.checked', { when: format.moment(checked) }),
    changed !== null && changed !== checked && t('refresh.changed', { when: format.moment(changed) }),
    refresh !== 'none' && t(`refresh.${refresh}`),
    isDue(media, now) && t('refresh.checking'),
  ]
  return (
    <>
      <p className={css.line}>{facts.filter((fact) => fact !== false).join(' · ')}</p>
      {lastFailure !== null && (
        <p className={css.failure}>
          {t('refresh.failure', { reason: t(`reason.${lastFailure}`), when: format.moment(checked) })}
        </p>
      )}
    </>
  )
}
