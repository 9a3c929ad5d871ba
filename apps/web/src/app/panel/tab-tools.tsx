import type { Tab } from '@polylogue/contract'
import { Suspense } from 'react'
import { CustInstsInUse } from '../../features/custinsts/index.ts'
import { usePanel } from './panel-context.ts'

/** What the side panel has chosen for a tab, shown in its composer. Its code loads for tabs that use something. */
export function TabTools({ tab }: { tab: Tab }) {
  const { sections, open } = usePanel()
  const isUsed = tab.custInstWhoId !== 0 || tab.custInstRespondId !== 0
  if (!isUsed || !sections.some(({ id }) => id === 'custinsts')) return null
  return (
    <Suspense fallback={null}>
      <CustInstsInUse tab={tab} onOpen={() => open('custinsts')} />
    </Suspense>
  )
}
