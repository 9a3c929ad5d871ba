// Where a data source is used: in a tab, and for the new tabs of a project.
import type { Project, Tab } from '@polylogue/contract'

/** The project of the page and its chosen tab. */
export interface Place {
  project: Project
  tab: Tab
}
