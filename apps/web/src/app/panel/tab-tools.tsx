import type { Tab } from '@polylogue/contract'
import { Suspense, use } from 'react'
import { FillerContext } from '#features/conversation/index.ts'
import { CustInstsInUse } from '#features/custinsts/index.ts'
import { DatasourceInUse, HashDatasources } from '#features/datasources/index.ts'
import { IdeasButton } from '#features/ideas/index.ts'
import { SlashPrompts } from '#features/prompts/index.ts'
import { usePanel } from './panel-context.ts'

/** The tools of a tab's composer that other features add. */
export const TabTools = ({ tab }: { tab: Tab }) => (
  <>
    <IdeasButton />
    <SlashPrompts />
    <HashDatasources tab={tab} field={use(FillerContext)} />
    <InUse tab={tab} />
  </>
)

/** What the side panel has chosen for a tab, shown in its composer. Its code loads for tabs that use something. */
function InUse({ tab }: { tab: Tab }) {
  const { sections, open } = usePanel()
  const has = (section: string) => sections.some(({ id }) => id === section)
  const isInstructed = tab.custInstWhoId !== 0 || tab.custInstRespondId !== 0
  return (
    <Suspense fallback={null}>
      {tab.defaultDatasourceId !== 0 && has('datasources') && (
        <DatasourceInUse tab={tab} onOpen={() => open('datasources')} />
      )}
      {isInstructed && has('custinsts') && <CustInstsInUse tab={tab} onOpen={() => open('custinsts')} />}
    </Suspense>
  )
}
