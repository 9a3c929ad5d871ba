import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSession, useViewer } from '../../features/session/index.ts'
import { useLanguage, useLook, useTheme } from '../../features/settings/index.ts'
import { LANGUAGES } from '../../texts/index.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu, MenuChoices, MenuHead, MenuItem, MenuRule } from '../../ui/menu.tsx'
import css from './user-menu.module.css'

/** Who one is, how the interface looks and speaks, and the way out. `withName` is the row in the drawer's foot. */
export function UserMenu({ withName = false }: { withName?: boolean }) {
  const { t } = useTranslation(['shell', 'session'])
  const { data: viewer } = useViewer()
  const { leave } = useSession()
  const navigate = useNavigate()
  const { firstName = '', lastName = '' } = viewer ?? {}
  const name = `${firstName} ${lastName}`.trim()
  const signOut = () => void leave().then(() => navigate('/sign-in'))
  const button = (
    <button
      type="button"
      className={withName ? css.row : css.button}
      aria-label={t('userMenu', { name })}
      title={name}
    >
      <Avatar firstName={firstName} lastName={lastName} />
      {withName && <span className="cut">{name}</span>}
    </button>
  )
  return (
    <Menu target={button} position={withName ? 'top-start' : 'bottom-end'}>
      <MenuHead>{name}</MenuHead>
      <MenuRule />
      <Appearance />
      <MenuRule />
      <MenuItem icon="logout" onSelect={signOut}>
        {t('session:signOut')}
      </MenuItem>
    </Menu>
  )
}

function Appearance() {
  const { t } = useTranslation('settings')
  const { theme, choose: chooseTheme } = useTheme()
  const { look, choose: chooseLook } = useLook()
  const { language, choose: chooseLanguage } = useLanguage()
  return (
    <>
      <MenuChoices
        label={t('theme')}
        value={theme}
        options={[
          { value: 'light', label: t('light') },
          { value: 'dark', label: t('dark') },
        ]}
        onChange={chooseTheme}
      />
      <MenuChoices
        label={t('look')}
        value={look}
        options={[
          { value: 'classic', label: t('classic') },
          { value: 'modern', label: t('modern') },
        ]}
        onChange={chooseLook}
      />
      <MenuChoices
        label={t('language')}
        value={language}
        options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
        onChange={chooseLanguage}
      />
    </>
  )
}
