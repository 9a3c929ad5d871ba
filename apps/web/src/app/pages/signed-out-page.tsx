import type { ReactNode } from 'react'
import { LanguageSwitch, ThemeSwitch } from '#features/settings/index.ts'
import { useConfig } from '#lib/config.ts'
import { Mark } from '#ui/mark.tsx'
import { ProductLine } from '../shell/product-line.tsx'
import css from './signed-out-page.module.css'

/** A page outside the shell: logo, heading, one form; language and theme in the footer. */
export function SignedOutPage({
  title,
  lead,
  wide = false,
  children,
}: {
  title: string
  lead?: string | undefined
  /** More than a form. */
  wide?: boolean
  children: ReactNode
}) {
  const { appName, customerName } = useConfig()
  return (
    <div className={css.page}>
      <main className={css.main} data-wide={wide || undefined}>
        <div className={css.column}>
          <Mark name={appName} large />
          <h1>{title}</h1>
          {(lead || customerName) && <p className={css.lead}>{lead ?? customerName}</p>}
          <div className={css.content}>{children}</div>
        </div>
      </main>
      <footer className={css.foot}>
        <ProductLine />
        <span className="sp" />
        <LanguageSwitch />
        <ThemeSwitch />
      </footer>
    </div>
  )
}
