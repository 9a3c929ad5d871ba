import { useShortcut, useShortcutLabel } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useNavigationState } from './navigation-context.ts'

/** Toggles the focus view: the workspace fills the window. On small screens it always does. */
export function FreeWorkspace() {
  const { t } = useTranslation('shell')
  const keys = useShortcutLabel()
  const { freed, free, small, quiet } = useNavigationState()
  useShortcut('Period', () => free(!freed), !small && !quiet)
  if (small) return null
  return (
    <IconButton
      icon={freed ? 'minimize' : 'maximize'}
      large
      label={freed ? t('takeWorkspaceBack') : t('freeWorkspace')}
      keys={keys('Period')}
      aria-pressed={freed}
      onClick={() => free(!freed)}
    />
  )
}
