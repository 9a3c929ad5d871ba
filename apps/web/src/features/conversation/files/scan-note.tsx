import { useTranslation } from '#lib/texts.ts'
import type { Chosen } from './attachments.ts'
import { useRecognitions } from './recognize.ts'

/** Says at a chosen file how far its text is recognised; else its size. */
export function ScanNote({
  chosen,
  seesPictures,
  size,
}: {
  chosen: Chosen
  seesPictures: boolean
  size: string
}) {
  const { t } = useTranslation('attachments')
  const [recognition] = useRecognitions([chosen], seesPictures)
  if (!recognition) return size
  const { state, progress, confidence } = recognition
  if (state === 'read') return t('scan.sure', { confidence })
  if (state !== 'reading') return size
  if (!progress) return t('scan.waiting')
  return t('scan.page', { page: progress.done + 1, pages: progress.of })
}
