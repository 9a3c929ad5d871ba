import type { Project, Tab } from '@polylogue/contract'

/** The open tab and its project. */
export interface OpenTab {
  project: Project
  tab: Tab
}
