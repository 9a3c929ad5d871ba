import { useTranslation } from '#lib/texts.ts'
import { RefusedFiles } from '#ui/refused-files.tsx'
import { FileButton } from './file-button.tsx'
import type { RefusedFile } from './files.ts'

const WHY = {
  type: 'refusedType',
  picture: 'refusedPicture',
  empty: 'refusedEmpty',
} as const

/** Refused files that are named; of more, only the number is said. */
const NAMED = 20

interface RefusedProps {
  files: readonly RefusedFile[]
  /** Takes other files instead. */
  onFiles: (files: readonly File[]) => void
  onClose: () => void
}

/** Lists the files that data sources do not take, and offers to choose others. */
export function Refused({ files, onFiles, onClose }: RefusedProps) {
  const { t } = useTranslation('media')
  const rest = files.length - NAMED
  return (
    <RefusedFiles
      title={t('refusedTitle')}
      closeLabel={t('closeRefused')}
      action={
        <FileButton
          icon="upload"
          size="small"
          label={t('chooseOthers')}
          name={t('chooseOthers')}
          onFiles={onFiles}
        />
      }
      onClose={onClose}
    >
      {files.slice(0, NAMED).map(({ name, why }, at) => (
        <li key={at}>{t(WHY[why], { name })}</li>
      ))}
      {rest > 0 && <li>{t('refusedMore', { count: rest })}</li>}
    </RefusedFiles>
  )
}
