import type { ReactNode } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, LazyMenu, MenuRule } from '#ui/menu.tsx'
import { useNavigationState } from './navigation-context.ts'
import css from './top-bar.module.css'

const load = () => import('./more-menu-items.tsx')
/** Preloads the menu's code; opening it loads it otherwise. */
const warm = () => void load().catch(() => undefined)
const MoreMenuItems = lazyView(async () => (await load()).MoreMenuItems)

/** The menu of actions without an icon in the top bar; `children` are the page's own entries, listed first. */
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
        <LazyMenu>
          <MoreMenuItems />
        </LazyMenu>
      </Menu>
    </span>
  )
}
