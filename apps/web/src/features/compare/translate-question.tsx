import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { TranslatePromptDialog, type TranslatedField, useCanTranslate } from '#features/translate/index.ts'
import type { CompareState } from './use-compare.ts'

/** Opens the dialog that translates the question; hidden without the permission. */
export function TranslateButton({ compare, onClick }: { compare: CompareState; onClick: () => void }) {
  const { t } = useTranslation('conversation')
  if (!useCanTranslate()) return null
  return (
    <IconButton
      icon="language"
      label={t('translatePrompt')}
      disabled={compare.text.trim() === ''}
      onClick={onClick}
    />
  )
}

interface QuestionTranslationProps {
  compare: CompareState
  opened: boolean
  onClose: () => void
}

/** The dialog that translates the question of a comparison, and the way back to the original. */
export function QuestionTranslation({ compare, opened, onClose }: QuestionTranslationProps) {
  const { text, setText } = compare
  const field: TranslatedField = {
    empty: text.trim() === '',
    whole: () => text,
    take() {
      setText('')
      return { field: text, pasted: [] }
    },
    restore: (kept) => setText(kept.field),
    add: setText,
  }
  return <TranslatePromptDialog opened={opened} field={field} onClose={onClose} />
}
