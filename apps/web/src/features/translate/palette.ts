// Palette entry: the translate dialog.
import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { usePermission } from '#features/session/index.ts'
import { TRANSLATE } from './names.ts'

export function useTranslateInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  if (!usePermission('can_use_translate')) return {}
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
