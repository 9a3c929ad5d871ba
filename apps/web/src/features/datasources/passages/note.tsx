import { useTranslation } from '#lib/texts.ts'
import css from './passages.module.css'

/** The note of a passage: words by which it is found, in addition to its text. */
export function Note({ text }: { text: string }) {
  const { t } = useTranslation('workbench')
  return (
    <p className={css.note}>
      <b>{t('passage.note')}</b> <span dir="auto">{text}</span>
    </p>
  )
}

/** The head of a table that began before a passage, in lines: models get it before the text. */
export function TableHead({ text }: { text: string }) {
  const { t } = useTranslation('workbench')
  return (
    <p className={css.note}>
      <b>{t('passage.tableHead')}</b> <span dir="auto">{text}</span>
    </p>
  )
}
