import type { ReactNode } from 'react'
import { TopBar } from '../shell/top-bar.tsx'
import css from './page.module.css'

/** A page of the shell that scrolls as a whole: its heading stands in the top bar. */
export function Page({
  title,
  crumb,
  children,
}: {
  title: string
  crumb?: { to: string; text: string }
  children: ReactNode
}) {
  return (
    <>
      <TopBar {...(crumb ? { crumb } : {})}>
        <h1 className="cut" tabIndex={-1}>
          {title}
        </h1>
      </TopBar>
      <main id="content" className={css.page} tabIndex={-1}>
        <div className={css.content}>{children}</div>
      </main>
    </>
  )
}
