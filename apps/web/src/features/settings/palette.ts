// Commands of the palette: appearance, language, mode and start page.
import { useTranslation } from '#lib/texts.ts'
import { useIsInstalled } from '#features/plugins/index.ts'
import type { PaletteEntries } from '#features/palette/index.ts'
import { STARTUP_OPTIONS } from './dialogs.ts'
import { useLanguages } from './use-languages.ts'
import { useLanguage, useLook, useTheme } from './use-preferences.ts'
import { useProMode } from './use-pro-mode.ts'
import { useSwitchToPro } from './use-switch-to-pro.ts'

export function useStartPageInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  return {
    pages: [
      {
        id: 'page-startup',
        icon: 'home',
        name: t('pages.startup'),
        words: t('pageWords.startup'),
        target: { dialog: STARTUP_OPTIONS },
      },
    ],
  }
}

export function useAppearanceInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const { theme, choose: chooseTheme } = useTheme()
  const { look, choose: chooseLook } = useLook()
  const words = t('actionWords.appearance')
  const dark = theme === 'dark'
  const modern = look === 'modern'
  return {
    actions: [
      {
        id: 'action-theme',
        icon: dark ? 'sun' : 'moon',
        name: t(dark ? 'actions.toLight' : 'actions.toDark'),
        words,
        target: { act: () => chooseTheme(dark ? 'light' : 'dark') },
      },
      {
        id: 'action-style',
        icon: 'palette',
        name: t(modern ? 'actions.toClassic' : 'actions.toModern'),
        words,
        target: { act: () => chooseLook(modern ? 'classic' : 'modern') },
      },
    ],
  }
}

/** What only pro mode shows. */
const HIDDEN = [
  { id: 'options', plugin: 'prompt-options' },
  { id: 'figures', plugin: 'prompt-stats' },
] as const

export function useModeInPalette(): PaletteEntries {
  const { t } = useTranslation('palette')
  const { pro, choose: choosePro } = useProMode()
  const { language, choose: chooseLanguage } = useLanguage()
  const languages = useLanguages().filter(({ code }) => code !== language)
  const switchToPro = useSwitchToPro()
  const isInstalled = useIsInstalled()
  const hidden = HIDDEN.filter(({ plugin }) => switchToPro && isInstalled(plugin))
  return {
    actions: [
      {
        id: 'action-mode',
        icon: 'adjustments-horizontal',
        name: t(pro ? 'actions.toSimple' : 'actions.toPro'),
        target: { act: () => choosePro(!pro) },
      },
      ...languages.map(({ code, name }) => ({
        id: `action-language-${code}`,
        icon: 'world' as const,
        name: t('actions.language', { name }),
        words: t('actionWords.language'),
        target: { act: () => chooseLanguage(code) },
      })),
      // Simple mode lists hidden features by name; choosing one switches to pro mode.
      ...hidden.map(({ id }) => ({
        id: `action-hidden-${id}`,
        icon: 'adjustments-horizontal' as const,
        name: t(`hidden.${id}`),
        words: t(`hiddenWords.${id}`),
        target: { act: () => switchToPro?.() },
      })),
    ],
  }
}
