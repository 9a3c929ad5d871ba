// The projects one keeps at the top of the navigation (setting pinnedProjects).
import type { ListedProject } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { noneAsEmpty } from '../../lib/query.ts'
import { projectKeys } from './keys.ts'
import { useUserId } from '../session/index.ts'
import { useStoredSettings, useStoreSetting } from '../settings/index.ts'

/** As many as one call may ask for. */
const AT_MOST = 100

/** The stored ids; what is no list of ids counts as none. */
export function parsePins(text: string | undefined): readonly number[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(value)) return []
    const ids = value.filter((id): id is number => Number.isSafeInteger(id) && id > 0)
    return [...new Set(ids)].slice(0, AT_MOST)
  } catch {
    return []
  }
}

/** With a project taken out, or put in at the end; a full list lets the one pinned first go. */
export const toggledPin = (pins: readonly number[], id: number): readonly number[] =>
  pins.includes(id) ? pins.filter((other) => other !== id) : [...pins, id].slice(-AT_MOST)

/** The projects in the order of their pins. Those that are gone are left out. */
export const inPinOrder = <P extends { id: number }>(pins: readonly number[], projects: readonly P[]): P[] =>
  pins.flatMap((id) => projects.find((project) => project.id === id) ?? [])

/** The ids of pinned projects in the order in which they were pinned, and pinning or unpinning one. */
export function usePins(): { pins: readonly number[]; toggle: (id: number) => void } {
  const { data } = useStoredSettings()
  const store = useStoreSetting()
  const pins = parsePins(data?.pinnedProjects)
  const toggle = (id: number) => store('pinnedProjects', JSON.stringify(toggledPin(pins, id)))
  return { pins, toggle }
}

/** The pinned projects that there still are; they may be older than the first page of all. */
export function usePinnedProjects(): ListedProject[] {
  const api = useApi()
  const userId = useUserId()
  const { pins } = usePins()
  const { data } = useQuery({
    queryKey: [...projectKeys.lists, userId, 'pinned', pins.join()],
    enabled: pins.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const request = { params: { id: userId }, query: { ids: pins.join() } }
      return noneAsEmpty(
        api.call(contract.projects.list, request, { signal }).then(({ data: found }) => found.Projects),
      )
    },
  })
  return inPinOrder(pins, data ?? [])
}
