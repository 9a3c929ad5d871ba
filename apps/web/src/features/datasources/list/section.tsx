import { DatasourceList } from './list.tsx'
import type { Place } from '../place.ts'

/** The list in the side panel. */
export const DatasourceSection = ({ place }: { place?: Place | undefined }) => (
  <DatasourceList place={place} heading="h3" scrolls />
)
