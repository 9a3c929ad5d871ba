import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { LOOK_AND_FEEL } from './names.ts'

export function useLookInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    actions: [
      {
        id: 'action-look',
        icon: 'palette',
        name: t('actions.lookAndFeel'),
        words: t('actionWords.appearance'),
        target: { dialog: LOOK_AND_FEEL },
      },
    ],
  }
}
