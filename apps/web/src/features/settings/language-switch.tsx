import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import css from './language-switch.module.css'
import { useLanguage } from './use-preferences.ts'

/** The language of the interface, each in its own words. */
export function LanguageSwitch() {
  const { t } = useTranslation('settings')
  const { language, choose } = useLanguage()
  const name = LANGUAGES.find(({ code }) => code === language)?.name ?? ''
  const button = (
    <Button
      kind="quiet"
      size="small"
      icon="world"
      aria-label={t('languageNamed', { name })}
      className={css.button ?? ''}
    >
      {name}
      <Icon name="selector" size={14} />
    </Button>
  )
  return (
    <Menu target={button} position="top-end">
      <MenuChoices
        value={language}
        options={LANGUAGES.map(({ code, name: own }) => ({ value: code, label: own, lang: code }))}
        onChange={choose}
      />
    </Menu>
  )
}
