// Why a prompt cannot be executed now (chat specification, section 5). Pure.
import { NO_TAG } from '../../models/index.ts'

export type Open = 'project' | 'write' | 'places' | 'model' | 'tag' | 'name'

interface Given {
  /** The page: no project, one that the user may only read, or one that they may write. */
  place: 'nowhere' | 'readable' | 'writable'
  tabName: string
  modelId: number
  modelTagId: number
  /** Number of placeholders. */
  unresolved: number
}

/** Returns the first thing that is missing; undefined if the prompt can be executed. */
export function openOf({ place, tabName, modelId, modelTagId, unresolved }: Given): Open | undefined {
  if (place !== 'writable') return place === 'nowhere' ? 'project' : 'write'
  if (unresolved > 0) return 'places'
  if (modelId === 0) return 'model'
  if (modelTagId === NO_TAG) return 'tag'
  return tabName.trim() === '' ? 'name' : undefined
}
