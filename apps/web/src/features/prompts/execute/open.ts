// Why a prompt cannot be executed now (PROMPT-7). Pure.
import { NO_TAG } from '#features/models/index.ts'

export type Open = 'project' | 'places' | 'model' | 'tag' | 'name'

interface ExecuteState {
  /** Where it is asked: in a new chat, in a project that the user may write, or in one that is not chosen yet. */
  place: 'chat' | 'project' | 'nowhere'
  tabName: string
  modelId: number
  modelTagId: number
  /** Number of placeholders. */
  unresolved: number
}

/** Returns the first thing that is missing; undefined if the prompt can be executed. */
export function openOf({ place, tabName, modelId, modelTagId, unresolved }: ExecuteState): Open | undefined {
  if (place === 'nowhere') return 'project'
  if (unresolved > 0) return 'places'
  if (modelId === 0) return 'model'
  if (modelTagId === NO_TAG) return 'tag'
  return tabName.trim() === '' ? 'name' : undefined
}
