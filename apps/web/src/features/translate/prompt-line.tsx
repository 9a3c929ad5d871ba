import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { replaceText, type TranslatedField } from './field.ts'
import css from './translate.module.css'

/** A translated field: how to restore the original, or the translation while the original is shown. */
export interface Written {
  restore: () => void
  /** The translation, with the user's changes; undefined while it is in the field. */
  text: string | undefined
  to: string
  by: string
}

interface PromptLineProps {
  written: Written
  field: TranslatedField
  onChange: (written: Written) => void
}

/** Says that the field was translated, with a button to the original and back. */
export function PromptLine({ written, field, onChange }: PromptLineProps) {
  const { t } = useTranslation('translate')
  const { text, restore, to, by } = written
  const flip = () => {
    if (text !== undefined)
      return onChange({ ...written, restore: replaceText(field, text), text: undefined })
    const translation = field.whole()
    restore()
    onChange({ ...written, text: translation })
  }
  return (
    <p className={css.line} role="status">
      <span>{t('translatedBy', { language: to, name: by })}</span>
      <Button size="small" onClick={flip}>
        {text === undefined ? t('showOriginal') : t('showTranslation')}
      </Button>
    </p>
  )
}
