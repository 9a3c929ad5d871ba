import type { Project } from '@polylogue/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#lib/api.ts'
import { projectQuery } from '../api.ts'
import type { PickedProject } from '../picker/project-picker.tsx'

/** Where something is used that was opened outside of a project: in a new chat, or in a project, null while none is chosen. */
export type ChosenPlace = { kind: 'chat' } | { kind: 'project'; project: PickedProject | null }

/** The choice that a form begins with. */
export const IN_NEW_CHAT: ChosenPlace = { kind: 'chat' }

interface ChosenProject {
  place: ChosenPlace
  setPlace: (place: ChosenPlace) => void
  isNewChat: boolean
  /** Undefined for a new chat, and while none is chosen or loaded. */
  project: Project | undefined
}

/** Returns the project that a page shows, else what the user chooses, beginning with a new chat. */
export function useChosenProject(here: Project | undefined): ChosenProject {
  const api = useApi()
  const [place, setPlace] = useState<ChosenPlace>(IN_NEW_CHAT)
  const otherId = here || place.kind === 'chat' ? 0 : (place.project?.id ?? 0)
  const other = useQuery({ ...projectQuery(api, otherId), enabled: otherId > 0 }).data
  return { place, setPlace, isNewChat: !here && place.kind === 'chat', project: here ?? other }
}
