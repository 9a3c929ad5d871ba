import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { type Files, useFileChoice } from '../files/index.ts'
import css from './composer.module.css'

/** Opens the file dialog of the browser. */
export function AttachButton({ files, disabled = false }: { files: Files; disabled?: boolean }) {
  const { t } = useTranslation('conversation')
  const { choose, input } = useFileChoice(files, t('attach'))
  return (
    <>
      <IconButton
        icon="paperclip"
        label={t('attach')}
        className={css.tool}
        disabled={disabled}
        onClick={choose}
      />
      {input}
    </>
  )
}
