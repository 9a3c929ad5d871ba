// The nouns that people own and share. A new one adds its type and its feature here.
import type { ItemsDeps, ItemType } from './access/items/index.ts'
import { custinstItem, custinstsFeature } from './features/custinsts/index.ts'
import { goldensetItem } from './features/goldensets/index.ts'
import { labelsFeature } from './features/labels/index.ts'
import { projectItem } from './features/projects/index.ts'
import { promptItem, promptsFeature, type PromptsDeps } from './features/prompts/index.ts'

export const ITEM_TYPES: readonly ItemType[] = [projectItem, custinstItem, promptItem, goldensetItem]

/** Opens the nouns that depend on no chat, and the labels of all nouns. Projects open with their tabs in app.ts. */
export function openNouns(deps: ItemsDeps & Pick<PromptsDeps, 'promptContexts'>) {
  const custinsts = custinstsFeature(deps)
  const prompts = promptsFeature({ ...deps, custinsts: custinsts.service })
  return { custinsts, prompts, labels: labelsFeature(deps) }
}
