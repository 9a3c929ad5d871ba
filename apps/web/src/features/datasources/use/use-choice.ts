import type { Project, Tab } from '@polylogue/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../lib/api.ts'
import { useChosenProject, type ChosenPlace } from '../../projects/index.ts'
import { tabsQuery, useShownTab } from '../../tabs/index.ts'

type Mode = 'project' | 'tabs'

/** What is chosen within one project. */
interface Within {
  projectId: number
  mode?: Mode
  ticked?: ReadonlySet<number>
}

export interface Choice {
  place: ChosenPlace
  setPlace: (place: ChosenPlace) => void
  isNewChat: boolean
  /** Undefined for a new chat, and while none is chosen. */
  project: Project | undefined
  mode: Mode
  setMode: (mode: Mode) => void
  tabs: readonly Tab[]
  picked: ReadonlySet<number>
  setTicked: (ticked: ReadonlySet<number>) => void
  chosen: readonly Tab[]
}

/** Begins with the tab that the page shows; outside of a project, with a new chat. */
export function useChoice(here: Project | undefined): Choice {
  const api = useApi()
  const { place, setPlace, isNewChat, project } = useChosenProject(here)
  const projectId = project?.id ?? 0
  const list = useQuery({ ...tabsQuery(api, projectId), enabled: project !== undefined })
  const tabs = project && list.data ? list.data : []
  const shown = useShownTab(tabs)
  const [within, setWithin] = useState<Within>({ projectId: 0 })
  const { mode, ticked }: Partial<Within> = within.projectId === projectId ? within : {}
  const set = (change: Partial<Within>) => setWithin({ ...within, ...change, projectId })
  const picked = ticked ?? new Set(shown ? [shown.id] : [])
  return {
    place,
    setPlace,
    isNewChat,
    project,
    mode: mode ?? (tabs.length > 0 ? 'tabs' : 'project'),
    setMode: (next) => set({ mode: next }),
    tabs,
    picked,
    setTicked: (next) => set({ ticked: next }),
    chosen: tabs.filter(({ id }) => picked.has(id)),
  }
}
