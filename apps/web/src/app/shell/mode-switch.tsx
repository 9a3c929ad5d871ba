import { useProMode } from '#features/settings/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu } from '#ui/menu.tsx'
import { ModeChoices } from './mode-choices.tsx'

/** Switches between simple and pro mode. */
export function ModeSwitch() {
  const { t } = useTranslation('shell')
  const { pro } = useProMode()
  const name = pro ? t('pro') : t('simple')
  return (
    <Menu
      position="bottom-end"
      target={
        <Button kind="quiet" aria-label={t('modeNamed', { name })}>
          {name}
          <Icon name="selector" size={14} />
        </Button>
      }
    >
      <ModeChoices />
    </Menu>
  )
}
