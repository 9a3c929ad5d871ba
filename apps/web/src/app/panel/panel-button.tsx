import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { PANEL_BUTTON, usePanel } from './panel-context.ts'

/** The same in the menu of a small window, for pages without a chat. */
export function PanelItem() {
  const { t } = useTranslation('shell')
  const { section, open } = usePanel()
  if (!section) return null
  return (
    <MenuItem icon="layout-sidebar-right" onSelect={() => open()}>
      {t('panel.open')}
    </MenuItem>
  )
}

/** Opens and closes the side panel; absent for users who may see none of its sections. */
export function PanelButton() {
  const { t } = useTranslation('shell')
  const { section, shown, open, close } = usePanel()
  if (!section) return null
  return (
    <IconButton
      id={PANEL_BUTTON}
      icon="layout-sidebar-right"
      large
      label={shown ? t('panel.close') : t('panel.open')}
      aria-expanded={shown}
      onClick={() => (shown ? close() : open())}
    />
  )
}
