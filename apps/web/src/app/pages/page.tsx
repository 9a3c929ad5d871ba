import type { ReactNode } from 'react'
import { ThemeSwitch } from '#features/settings/index.ts'
import { useNavigationState } from '../shell/navigation-context.ts'
import { LicenseLine } from '../shell/product-line.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import css from './page.module.css'

/** A page of the shell that scrolls as a whole: heading in the top bar, and a footer when there is no navigation. */
export function Page({
  title,
  crumb,
  beside,
  bar,
  children,
}: {
  title: string
  crumb?: { to: string; text: string }
  /** Content next to the heading. */
  beside?: ReactNode
  /** Content below the top bar that does not scroll. */
  bar?: ReactNode
  children: ReactNode
}) {
  const { shown, small } = useNavigationState()
  return (
    <>
      <TopBar heading={title} {...(crumb ? { crumb } : {})}>
        <h1 className="cut" tabIndex={-1}>
          {title}
        </h1>
        {beside}
      </TopBar>
      {bar}
      <main id="content" className={css.page} tabIndex={-1}>
        <div className={css.content}>{children}</div>
        {!shown && !small && (
          <footer className={css.foot}>
            <LicenseLine whole />
            <ThemeSwitch />
          </footer>
        )}
      </main>
    </>
  )
}
