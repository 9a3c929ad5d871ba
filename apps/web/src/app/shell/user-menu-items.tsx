import { useLocation, useNavigate } from 'react-router'
import { AssistantItem } from '#features/chatbots/index.ts'
import { useAdmin } from '#features/admin/resources.ts'
import { useInstalled } from '#features/plugins/index.ts'
import { useLanguage, useLanguages, useTheme } from '#features/settings/index.ts'
import { SHORTCUTS_DIALOG } from '#features/shortcuts/index.ts'
import { LOOK_AND_FEEL, THEME_BUILDER } from '#features/theme/index.ts'
import { TRANSLATE, useCanTranslate } from '#features/translate/index.ts'
import { useConfig } from '#lib/config.ts'
import { useDialogAddress } from '#lib/dialogs.ts'
import { useTranslation } from '#lib/texts.ts'
import { MenuChoices, MenuFoot, MenuItem, MenuLink, MenuRule } from '#ui/menu.tsx'
import { useSignOut } from './use-sign-out.ts'

/**
 * The entries of the user menu (PAGE-15) that are available. The drawer has the theme switch and the link to About right
 * below, and its last line leads to About, so the menu omits both there and sign-out stays visible.
 */
export function UserMenuItems({ inDrawer }: { inDrawer: boolean }) {
  const { t } = useTranslation(['shell', 'session'])
  const signOut = useSignOut()
  const hasApi = useInstalled('api')
  return (
    <>
      <ProfileItem />
      <AssistantItem />
      <MenuLink icon="trash" to="/bin">
        {t('recycleBin')}
      </MenuLink>
      <AdminItems />
      <TranslateItem />
      <MenuRule />
      <Appearance withTheme={!inDrawer} />
      <MenuRule />
      <MenuLink icon="help-circle" to="/help">
        {t('help')}
      </MenuLink>
      <VideosItem />
      <MenuLink icon="keyboard" to={useDialogAddress(SHORTCUTS_DIALOG)}>
        {t('shortcuts')}
      </MenuLink>
      <MenuLink icon="news" to="/release-notes">
        {t('whatsNew')}
      </MenuLink>
      {hasApi && (
        <MenuLink icon="api" to="/api/v1/spec.html" newWindow>
          {t('api')}
        </MenuLink>
      )}
      {!inDrawer && (
        <MenuLink icon="info-circle" to="/about">
          {t('about')}
        </MenuLink>
      )}
      <MenuFoot>
        <MenuItem icon="logout" onSelect={() => void signOut()}>
          {t('session:signOut')}
        </MenuItem>
      </MenuFoot>
    </>
  )
}

/** Leads to the videos that the installation names; hidden without any. */
function VideosItem() {
  const { t } = useTranslation('shell')
  if (useConfig().tutorialVideos.length === 0) return null
  return (
    <MenuLink icon="player-play" to="/help#videos">
      {t('tutorialVideos')}
    </MenuLink>
  )
}

/** Opens the translate dialog; hidden without the permission. */
function TranslateItem() {
  const { t } = useTranslation('shell')
  const to = useDialogAddress(TRANSLATE)
  if (!useCanTranslate()) return null
  return (
    <MenuLink icon="language" to={to}>
      {t('translate')}
    </MenuLink>
  )
}

/** Links to the administration and the users, where the user has access. */
function AdminItems() {
  const { t } = useTranslation('shell')
  const { administers, open } = useAdmin()
  return (
    <>
      {administers && (
        <MenuLink icon="settings" to="/admin">
          {t('administration')}
        </MenuLink>
      )}
      {open.some(({ name }) => name === 'users') && (
        <MenuLink icon="users" to="/users">
          {t('userManagement')}
        </MenuLink>
      )}
    </>
  )
}

/** Link to the user's profile; hidden on that page. */
function ProfileItem() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <MenuItem icon="user" disabled={pathname === OWN_PROFILE} onSelect={() => void navigate(OWN_PROFILE)}>
      {t('profile')}
    </MenuItem>
  )
}

function ThemeBuilderItem() {
  const { t } = useTranslation('shell')
  const to = useDialogAddress(THEME_BUILDER)
  if (!useInstalled('theme-builder')) return null
  return (
    <MenuLink icon="palette" to={to}>
      {t('themeBuilder')}
    </MenuLink>
  )
}

const OWN_PROFILE = '/users/me'

function Appearance({ withTheme }: { withTheme: boolean }) {
  const { t } = useTranslation(['settings', 'shell'])
  const { theme, choose: chooseTheme } = useTheme()
  const { language, choose: chooseLanguage } = useLanguage()
  const languages = useLanguages()
  return (
    <>
      {withTheme && (
        <MenuChoices
          label={t('theme')}
          value={theme}
          options={[
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
          onChange={chooseTheme}
        />
      )}
      <ThemeBuilderItem />
      <MenuLink icon="adjustments-horizontal" to={useDialogAddress(LOOK_AND_FEEL)}>
        {t('shell:lookAndFeel')}
      </MenuLink>
      {languages.length > 1 && (
        <>
          <MenuRule />
          <MenuChoices
            label={t('language')}
            value={language}
            options={languages.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
            onChange={chooseLanguage}
          />
        </>
      )}
    </>
  )
}
