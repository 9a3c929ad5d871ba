// Projects pinned to the top of the navigation (setting pinnedProjects).
import type { ListedProject } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#lib/api.ts'
import { noneAsEmpty } from '#lib/query.ts'
import { parseIds, toggledId } from '#lib/stored-ids.ts'
import { projectKeys } from './keys.ts'
import { useUserId } from '#features/session/index.ts'
import { useStoredSettings, useStoreSetting } from '#features/settings/index.ts'

/** Maximum number of ids in one request. */
const MAX = 100

/** Parses the stored ids; an invalid value counts as none. */
export const parsePins = (text: string | undefined): readonly number[] => parseIds(text, MAX)

/** Returns the pins with a project appended or removed; a full list drops its oldest. */
export const toggledPin = (pins: readonly number[], id: number): readonly number[] => toggledId(pins, id, MAX)

/** Returns the projects in the order of their pins, without deleted ones. */
export const inPinOrder = <P extends { id: number }>(pins: readonly number[], projects: readonly P[]): P[] =>
  pins.flatMap((id) => projects.find((project) => project.id === id) ?? [])

/** Returns the pinned ids, oldest pin first, and a function that pins or unpins a project. */
export function usePins(): { pins: readonly number[]; toggle: (id: number) => void } {
  const { data } = useStoredSettings()
  const store = useStoreSetting()
  const pins = parsePins(data?.pinnedProjects)
  const toggle = (id: number) =>
    store('pinnedProjects', (stored) => {
      const now = parsePins(stored)
      // Not where the stored pins already are as the user wants them.
      return now.includes(id) === pins.includes(id) ? JSON.stringify(toggledPin(now, id)) : undefined
    })
  return { pins, toggle }
}

/** Returns the pinned projects that still exist; they may not be on the first page of the list. */
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
