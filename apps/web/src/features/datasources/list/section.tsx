import { DatasourceList } from './list.tsx'
import type { OpenTab } from '#lib/open-tab.ts'

/** The list in the side panel. */
export const DatasourceSection = ({ openTab }: { openTab?: OpenTab | undefined }) => (
  <DatasourceList openTab={openTab} heading="h3" scrolls />
)
