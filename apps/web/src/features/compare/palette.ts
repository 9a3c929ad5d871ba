import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { useShownProject } from '#features/projects/index.ts'
import { COMPARE } from './index.ts'

export function useCompareInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const project = useShownProject()
  if (!project || !canWrite(project)) return {}
  return {
    actions: [
      {
        id: 'action-compare',
        icon: 'columns-3',
        name: t('actions.compare'),
        detail: project.name,
        words: t('actionWords.compare'),
        target: { dialog: COMPARE },
      },
    ],
  }
}
