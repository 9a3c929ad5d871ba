import { useTranslation } from '#lib/texts.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useTheme } from './use-preferences.ts'

/** Toggles between light and dark theme. */
export function ThemeSwitch({ small = false }: { small?: boolean }) {
  const { t } = useTranslation('settings')
  const { theme, choose } = useTheme()
  const dark = theme === 'dark'
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      iconSize={small ? 14 : 16}
      label={dark ? t('toLight') : t('toDark')}
      onClick={() => choose(dark ? 'light' : 'dark')}
    />
  )
}
