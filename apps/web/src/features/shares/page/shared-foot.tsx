import { useConfig } from '#lib/config.ts'
import { safeLink } from '#ui/markdown/index.ts'
import { Mark } from '#ui/mark.tsx'
import { useTranslation } from '#lib/texts.ts'
import css from './shared-page.module.css'

interface SharedFootProps {
  /** Whether there is a text of a model above. */
  isShown: boolean
}

/** Names the product and who wrote the text, and has the links of the installation. It prints as the last line. */
export function SharedFoot({ isShown }: SharedFootProps) {
  const { t } = useTranslation('shared-page')
  const { appName, contact, termsOfService } = useConfig()
  const links = [
    { name: t('terms'), link: safeLink(termsOfService) },
    { name: contact.name || t('contact'), link: safeLink(contact.url) },
  ]
  return (
    <footer className={css.foot}>
      <span className={css.mark}>
        <Mark name={t('poweredBy', { product: appName })} />
      </span>
      {isShown && <span className={css.byModel}>{t('byModel')}</span>}
      <span className="sp" />
      <nav className={css.links}>
        {links.map(
          ({ name, link }) =>
            link && (
              <a key={name} href={link.href} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            ),
        )}
      </nav>
    </footer>
  )
}
