import type { ReactNode } from 'react'
import { ThemeSwitch } from '#features/settings/index.ts'
import { Panel } from '../panel/panel.tsx'
import { PanelItem } from '../panel/panel-button.tsx'
import { PanelContext } from '../panel/panel-context.ts'
import { usePanelState } from '../panel/use-panel-state.ts'
import { useNavigationState } from '../shell/navigation-context.ts'
import { LicenseLine } from '../shell/product-line.tsx'
import { TopBar } from '../shell/top-bar.tsx'
import css from './page.module.css'

/** A page of the shell that scrolls as a whole: heading in the top bar, a side panel on it, and a footer when there is no navigation. */
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
  const panel = usePanelState('page')
  return (
    <PanelContext value={panel}>
      <TopBar
        heading={title}
        menu={small && panel.section ? <PanelItem /> : undefined}
        {...(crumb ? { crumb } : {})}
      >
        <h1 className="cut" title={title} tabIndex={-1}>
          {title}
        </h1>
        {beside}
      </TopBar>
      {bar}
      <div className={panel.shown ? css.columns : css.alone}>
        <main id="content" className={css.page} tabIndex={-1}>
          <div className={css.content}>{children}</div>
          {!shown && !small && (
            <footer className={css.foot}>
              <LicenseLine whole />
              <ThemeSwitch />
            </footer>
          )}
        </main>
        <Panel openTab={undefined} />
      </div>
    </PanelContext>
  )
}
