// The shell's own entries of the command palette.
import type { PaletteEntries } from '#features/palette/index.ts'
import { useShortcutLabel } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { useNavigationState } from './navigation-context.ts'
import { useSignOut } from './use-sign-out.ts'

export function useNavigationInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const { toggle } = useNavigationState()
  const keysOf = useShortcutLabel()
  return {
    actions: [
      {
        id: 'action-navigation',
        icon: 'layout-sidebar',
        name: t('actions.navigation'),
        keys: keysOf('KeyS'),
        target: { act: toggle },
      },
    ],
  }
}

export function useSignOutInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const signOut = useSignOut()
  return {
    actions: [
      {
        id: 'action-sign-out',
        icon: 'logout',
        name: t('actions.signOut'),
        target: { act: () => void signOut() },
      },
    ],
  }
}
