import { useTranslation } from '../../../lib/texts.ts'
import css from './passages.module.css'

/** What somebody wrote for a passage to be found by, apart from the text of the document. */
export function Note({ text }: { text: string }) {
  const { t } = useTranslation('workbench')
  return (
    <p className={css.note}>
      <b>{t('passage.note')}</b> <span dir="auto">{text}</span>
    </p>
  )
}
