import type { ReactNode } from 'react'
import { lazyView } from '../../lib/load-code.ts'
import { useTranslation } from '../../lib/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuLater, MenuRule } from '../../ui/menu.tsx'
import { useNavigationState } from './navigation-context.ts'
import css from './top-bar.module.css'

const load = () => import('./more-menu-items.tsx')
/** It is on its way before it is asked for; if not, asking for it fetches it. */
const warm = () => void load().catch(() => undefined)
const MoreMenuItems = lazyView(async () => (await load()).MoreMenuItems)

/** What has no icon of its own in the top bar; `children` are the page's own entries, which stand first. */
export function MoreMenu({ children }: { children?: ReactNode }) {
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
        {children}
        {children && <MenuRule />}
        <MenuLater>
          <MoreMenuItems />
        </MenuLater>
      </Menu>
    </span>
  )
}
