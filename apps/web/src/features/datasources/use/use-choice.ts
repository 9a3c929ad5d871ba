import type { Project, Tab } from '@polylogue/contract'
import { RETRIEVED_CHUNKS } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#lib/api.ts'
import { useChosenProject, type ChosenPlace } from '#features/projects/index.ts'
import { tabsQuery, useShownTab } from '#features/tabs/index.ts'

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
  /** Passages that each question gets. */
  amount: number
  setAmount: (amount: number) => void
}

/** Begins with the tab that the page shows, and its number of passages; outside of a project, with a new chat. */
export function useChoice(id: number, here: Project | undefined): Choice {
  const api = useApi()
  const { place, setPlace, isNewChat, project } = useChosenProject(here)
  const projectId = project?.id ?? 0
  const list = useQuery({ ...tabsQuery(api, projectId), enabled: project !== undefined })
  const tabs = project && list.data ? list.data : []
  const shown = useShownTab(tabs)
  const [within, setWithin] = useState<Within>({ projectId: 0 })
  const { mode, ticked }: Partial<Within> = within.projectId === projectId ? within : {}
  const set = (change: Partial<Within>) => setWithin({ ...within, ...change, projectId })
  const [amount, setAmount] = useState<number>()
  const isUsed = shown?.defaultDatasourceId === id
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
    chosen: tabs.filter((tab) => picked.has(tab.id)),
    amount: amount ?? (isUsed ? shown.amountOfChunks : RETRIEVED_CHUNKS.default),
    setAmount,
  }
}
