import type { CSSProperties, ReactNode } from 'react'
import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { BRAND, NEUTRAL, type Scheme } from '#lib/colours/base-colours.ts'
import { accentsOf, type Picked } from './colours.ts'
import css from './preview.module.css'

export interface Look {
  readonly name: string
  readonly signInText: string
  /** Null for the colours of the product. */
  readonly colours: Picked | null
  /** Addresses; empty for the product's mark. */
  readonly logo: Readonly<Record<Scheme, string>>
}

/** Shows what is not saved yet on the sign-in page, in a chat and on a shared page, in one scheme. */
export function Previews({ look, scheme }: { look: Look; scheme: Scheme }) {
  const { t } = useTranslation(['branding', 'session', 'theme'])
  return (
    <div className={css.previews}>
      <Preview title={t('previewSignIn')} look={look} scheme={scheme}>
        <div className={css.signIn}>
          <Logo look={look} scheme={scheme} large />
          <b>{t('session:title')}</b>
          {look.name && <span className={css.second}>{look.name}</span>}
          {look.signInText && <p className={css.text}>{look.signInText}</p>}
          <span className={css.field} />
          <span className={css.field} />
          <span className={css.button}>{t('session:title')}</span>
        </div>
      </Preview>
      <Preview title={t('previewChat')} look={look} scheme={scheme}>
        <div className={css.chat}>
          <div className={css.side}>
            <Logo look={look} scheme={scheme} />
            <span className={css.option}>{t('theme:sampleOption')}</span>
          </div>
          <div className={css.thread}>
            <p className={css.own}>{t('theme:sampleQuestion')}</p>
            <p>
              {t('theme:sampleAnswer')} <span className={css.link}>{t('theme:sampleLink')}</span>
            </p>
            <span className={css.button}>{t('theme:sampleButton')}</span>
          </div>
        </div>
      </Preview>
      <Preview title={t('previewShared')} look={look} scheme={scheme}>
        <SharedPage look={look} scheme={scheme} />
      </Preview>
    </div>
  )
}

/** What people without an account see: the organisation above, the product below. */
function SharedPage({ look, scheme }: { look: Look; scheme: Scheme }) {
  const { t } = useTranslation('theme')
  const { appName } = useConfig()
  return (
    <div className={css.shared}>
      <div className={css.bar}>
        <Logo look={look} scheme={scheme} name={look.name} />
      </div>
      <div className={css.thread}>
        <p className={css.own}>{t('sampleQuestion')}</p>
        <p>
          {t('sampleAnswer')} <span className={css.link}>{t('sampleLink')}</span>
        </p>
      </div>
      <div className={css.bar}>
        <span className={css.second}>{appName}</span>
      </div>
    </div>
  )
}

interface PreviewProps {
  title: string
  look: Look
  scheme: Scheme
  children: ReactNode
}

function Preview({ title, look, scheme, children }: PreviewProps) {
  return (
    <figure className={css.preview} aria-label={title}>
      <figcaption>{title}</figcaption>
      <div className={css.page} style={tokensOf(look, scheme)} aria-hidden="true">
        {children}
      </div>
    </figure>
  )
}

interface LogoProps {
  look: Look
  scheme: Scheme
  /** Shown instead of the product's name if it is not empty. */
  name?: string
  large?: boolean
}

function Logo({ look, scheme, name = '', large = false }: LogoProps) {
  const { appName } = useConfig()
  return (
    <span className={css.mark} data-large={large || undefined}>
      {look.logo[scheme] ? <img src={look.logo[scheme]} alt="" /> : <span className={css.sign} />}
      {name || appName}
    </span>
  )
}

/** The tokens for this preview only, independent of the page's theme. */
const tokensOf = ({ colours }: Look, scheme: Scheme): CSSProperties =>
  Object.fromEntries(
    Object.entries({ ...NEUTRAL[scheme], ...(colours ? accentsOf(colours, scheme) : BRAND[scheme]) }).map(
      ([name, value]) => [`--pl-${name}`, value],
    ),
  )
