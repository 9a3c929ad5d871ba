import { useViewer } from '#features/session/index.ts'
import { UserAvatar } from '#features/users/index.ts'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { Menu, MenuHead, LazyMenu } from '#ui/menu.tsx'
import css from './user-menu.module.css'

const load = () => import('./user-menu-items.tsx')
/** Preloads the menu's code; opening it loads it otherwise. */
const warm = () => void load().catch(() => undefined)
const UserMenuItems = lazyView(async () => (await load()).UserMenuItems)

/** The user menu: profile, appearance, language, information, sign-out. `withName` is the drawer's row. */
export function UserMenu({ withName = false }: { withName?: boolean }) {
  const { t } = useTranslation('shell')
  const { data: viewer } = useViewer()
  const { firstName = '', lastName = '' } = viewer ?? {}
  const name = `${firstName} ${lastName}`.trim()
  const button = (
    <button
      type="button"
      className={withName ? css.row : css.button}
      aria-label={t('userMenu', { name })}
      title={name}
      onPointerEnter={warm}
      onFocus={warm}
    >
      <UserAvatar person={viewer} />
      {withName && <span className="cut">{name}</span>}
    </button>
  )
  return (
    <Menu target={button} position={withName ? 'top-start' : 'bottom-end'}>
      <MenuHead>{name}</MenuHead>
      <LazyMenu>
        <UserMenuItems inDrawer={withName} />
      </LazyMenu>
    </Menu>
  )
}
