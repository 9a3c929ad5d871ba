// Palette entry: the translate dialog.
import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { TRANSLATE } from './dialogs.tsx'
import { useCanTranslate } from './use-can-translate.ts'

export function useTranslateInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  if (!useCanTranslate()) return {}
  return {
    actions: [
      {
        id: 'action-translate',
        icon: 'language',
        name: t('actions.translate'),
        words: t('actionWords.translate'),
        target: { dialog: TRANSLATE },
      },
    ],
  }
}
