import { useEffect, useEffectEvent, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useAppName } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Drawer } from '#ui/drawer.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Mark } from '#ui/mark.tsx'
import css from './navigation.module.css'
import { NavigationContent } from './navigation.tsx'
import { UserMenu } from './user-menu.tsx'

/** The navigation on small screens; selecting an entry closes it. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const app = useAppName()
  const { key } = useLocation()
  const last = useRef(key)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    close()
  }, [key])
  return (
    <Drawer opened={opened} label={t('navigation')} onClose={onClose}>
      <nav className={css.drawer} aria-label={t('navigation')}>
        <div className={css.head}>
          <Link to="/" className={css.home}>
            <Mark name={app} />
          </Link>
          <span className="sp" />
          <IconButton icon="x" iconSize={20} label={t('closeNavigation')} onClick={onClose} />
        </div>
        <NavigationContent touch foot={<UserMenu withName />} />
      </nav>
    </Drawer>
  )
}
