import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { TOUR } from './tour-context.tsx'

export function useTourInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    actions: [{ id: 'action-tour', icon: 'route', name: t('actions.tour'), target: { dialog: TOUR } }],
  }
}
