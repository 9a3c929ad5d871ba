import { useAppName } from '../../lib/config.ts'
import { PageSkeleton } from '../../ui/states.tsx'
import { Page } from './page.tsx'

/** A page whose address, texts or code are still loading. */
export function Waiting() {
  return (
    <Page title={useAppName()}>
      <PageSkeleton />
    </Page>
  )
}
