import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { useShownProject } from '#features/projects/index.ts'
import { REPLAY } from './index.ts'

export function useReplayInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const project = useShownProject()
  const installed = useInstalled('replay-chats')
  if (!installed || !project || !canWrite(project)) return {}
  return {
    actions: [
      {
        id: 'action-replay',
        icon: 'player-track-next',
        name: t('actions.replay'),
        detail: project.name,
        words: t('actionWords.replay'),
        target: { dialog: REPLAY },
      },
    ],
  }
}
