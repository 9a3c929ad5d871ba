import { useLocation } from 'react-router'
import { useAdministers } from '#features/admin/administers.ts'
import { BookmarkItems } from '#features/bookmarks/bookmark-menu-items.tsx'
import { PLUGINS } from '#features/plugins/index.ts'
import { useStartPageAt, useSwitchToPro } from '#features/settings/index.ts'
import { TOUR } from '#features/tour/index.ts'
import { useDialogAddress } from '#lib/dialogs.ts'
import { useNotices } from '#lib/notices.ts'
import { useTranslation } from '#lib/texts.ts'
import { MenuItem, MenuLink, MenuRule } from '#ui/menu.tsx'
import { ModeChoices } from './mode-choices.tsx'
import { useNavigationState } from './navigation-context.ts'

export function MoreMenuItems() {
  const { t } = useTranslation('shell')
  const navigation = useNavigationState()
  const administers = useAdministers()
  const switchToPro = useSwitchToPro()
  return (
    <>
      <StartPageItem />
      {navigation.small && <BookmarkItems />}
      {administers && (
        <MenuLink icon="settings" to="/admin">
          {t('controlCentre')}
        </MenuLink>
      )}
      <MenuLink icon="route" to={useDialogAddress(TOUR)}>
        {t('tour')}
      </MenuLink>
      <MenuLink icon="schema" to={useDialogAddress(PLUGINS)}>
        {t('plugins')}
      </MenuLink>
      <MenuItem icon="focus-centered" onSelect={() => navigation.setQuiet(true)}>
        {t('quiet')}
      </MenuItem>
      {switchToPro && (
        <MenuItem icon="adjustments-horizontal" onSelect={switchToPro}>
          {t('hiddenInPro')}
        </MenuItem>
      )}
      {navigation.small && (
        <>
          <MenuRule />
          <ModeChoices />
        </>
      )}
    </>
  )
}

function StartPageItem() {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  const { pathname } = useLocation()
  const { isStart, choose } = useStartPageAt(pathname)
  const set = () => {
    choose()
    notices.show({ kind: 'done', title: t('startSet') })
  }
  return (
    <MenuItem icon="home" disabled={isStart} onSelect={set}>
      {isStart ? t('isStart') : t('setStart')}
    </MenuItem>
  )
}
