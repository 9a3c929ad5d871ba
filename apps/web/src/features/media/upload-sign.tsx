import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useFormat } from '#lib/format.ts'
import { ApiProblem } from '#lib/api.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { StatusSign } from './status.tsx'
import type { Upload } from './upload/index.ts'
import css from './upload-sign.module.css'

/** How far an upload is, with a bar while it is sent. */
export function UploadSign({ upload: { state, sent, size, name } }: { upload: Upload }) {
  const { t } = useTranslation('media')
  const format = useFormat()
  if (state === 'failed') return <StatusSign status={DATASOURCE_STATUS.pending}>{t('incomplete')}</StatusSign>
  if (state === 'waiting') return <StatusSign status={DATASOURCE_STATUS.pending}>{t('waiting')}</StatusSign>
  const percent = format.percent(Math.floor((sent / size) * 100) / 100)
  return (
    <span className={css.sending}>
      <progress max={size} value={sent} aria-label={name} />
      <span>{t('sending', { percent })}</span>
    </span>
  )
}

/** Why an upload failed, in a sentence. */
export function UploadRemark({ error }: { error: unknown }) {
  const { t } = useTranslation('media')
  const format = useFormat()
  const errorMessage = useErrorMessage()
  const limit = limitIn(error)
  if (limit !== undefined) return t('tooLarge', { limit: format.size(limit) })
  return t('interrupted', { sentence: errorMessage(error).sentence })
}

/** Returns the server's limit in bytes when it refused a file as too large. */
const limitIn = (error: unknown): number | undefined =>
  error instanceof ApiProblem && error.code === 'MEDIA_REFUSED' ? error.limit : undefined
