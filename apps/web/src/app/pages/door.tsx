import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch, ThemeSwitch } from '../../features/settings/index.ts'
import { useToday } from '../../lib/today.ts'
import { Mark } from '../../ui/mark.tsx'
import { APP_NAME } from '../app-name.ts'
import css from './door.module.css'

/** A page before the shell: mark, heading, one form; language and theme at the foot. */
export function Door({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('session')
  const facts = { year: useToday().getFullYear(), app: APP_NAME, version: __APP_VERSION__ }
  return (
    <div className={css.door}>
      <main className={css.main}>
        <div className={css.column}>
          <Mark name={APP_NAME} large />
          <h1>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
          <div className={css.content}>{children}</div>
        </div>
      </main>
      <footer className={css.foot}>
        <span>{t('foot', facts)}</span>
        <span className="sp" />
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  )
}
