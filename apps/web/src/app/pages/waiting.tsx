import { useAppName } from '#lib/config.ts'
import { PageSkeleton } from '#ui/states.tsx'
import { TopBarPlace } from '../shell/top-bar.tsx'
import { Page } from './page.tsx'
import css from './page.module.css'

/** A page whose address is not known yet. */
export function Waiting() {
  return (
    <Page title={useAppName()}>
      <PageSkeleton />
    </Page>
  )
}

/** Stands in for a page whose texts or code are loading. It has no menus: they would close when the page arrives. */
export function PageLoading() {
  return (
    <>
      <TopBarPlace />
      <main id="content" className={css.page} tabIndex={-1}>
        <div className={css.content}>
          <PageSkeleton />
        </div>
      </main>
    </>
  )
}
