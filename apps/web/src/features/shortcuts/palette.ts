import { useShortcutLabel } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { SHORTCUTS_DIALOG } from './dialogs.ts'

export function useShortcutsInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const keysOf = useShortcutLabel()
  return {
    actions: [
      {
        id: 'action-shortcuts',
        icon: 'keyboard',
        name: t('actions.shortcuts'),
        keys: keysOf('Slash'),
        target: { dialog: SHORTCUTS_DIALOG },
      },
    ],
  }
}
