import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuChoices } from '#ui/menu.tsx'
import css from './language-switch.module.css'
import { useLanguages } from './use-languages.ts'
import { useLanguage } from './use-preferences.ts'

/** Chooses the language of the interface; each language is listed under its own name. */
export function LanguageSwitch() {
  const { t } = useTranslation('settings')
  const { language, choose } = useLanguage()
  const languages = useLanguages()
  const name = languages.find(({ code }) => code === language)?.name ?? ''
  if (languages.length < 2) return null
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
        options={languages.map(({ code, name: own }) => ({ value: code, label: own, lang: code }))}
        onChange={choose}
      />
    </Menu>
  )
}
