import type { ReactNode } from 'react'
import { ThemeSwitch } from '../../features/settings/index.ts'
import { useNavigationState } from '../shell/navigation-context.ts'
import { LicenseLine } from '../shell/product-line.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import css from './page.module.css'

/** A page of the shell that scrolls as a whole: its heading stands in the top bar, and without navigation it has a foot. */
export function Page({
  title,
  crumb,
  beside,
  bar,
  children,
}: {
  title: string
  crumb?: { to: string; text: string }
  /** What stands in the heading's line. */
  beside?: ReactNode
  /** What stands below the top bar and does not scroll. */
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
