import { lazyView } from '../../lib/patiently.ts'
import { useTranslation } from '../../lib/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuLater } from '../../ui/menu.tsx'
import { useNavigationState } from './navigation-context.ts'
import css from './top-bar.module.css'

const load = () => import('./more-menu-items.tsx')
/** It is on its way before it is asked for; if not, asking for it fetches it. */
const warm = () => void load().catch(() => undefined)
const MoreMenuItems = lazyView(async () => (await load()).MoreMenuItems)

/** What has no icon of its own in the top bar. */
export function MoreMenu() {
  const { t } = useTranslation('shell')
  const { small } = useNavigationState()
  return (
    <span className={css.more}>
      <Menu
        position="bottom-end"
        target={
          <IconButton
            icon="dots"
            iconSize={small ? 20 : 16}
            large
            label={t('more')}
            onPointerEnter={warm}
            onFocus={warm}
          />
        }
      >
        <MenuLater>
          <MoreMenuItems />
        </MenuLater>
      </Menu>
    </span>
  )
}
