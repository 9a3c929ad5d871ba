// The groups of a model list: favourites first, then by provider, filtered by the search text. Pure.
import type { Model, ModelTag } from '@polylogue/contract'
import { deployedTags } from '../choice.ts'
import { hasWords } from '#lib/has-words.ts'

export interface Deployed {
  readonly model: Model
  readonly tag: ModelTag
}

export interface ModelGroup {
  /** Undefined for the favourites. */
  readonly provider: string | undefined
  readonly tags: readonly Deployed[]
}

/** Returns the non-empty groups. Each tag appears once; providers follow the order of their first model. */
export function groupsOf(
  models: readonly Model[],
  favourites: readonly number[],
  typed: string,
): ModelGroup[] {
  const all = deployedTags(models).filter((one) => fits(one, typed))
  const favoured = favourites.flatMap((id) => all.find(({ tag }) => tag.id === id) ?? [])
  const rest = all.filter((one) => !favoured.includes(one))
  const byProvider = Map.groupBy(rest, ({ model }) => model.provider)
  const groups = [...byProvider].map(([provider, tags]): ModelGroup => ({ provider, tags }))
  return favoured.length > 0 ? [{ provider: undefined, tags: favoured }, ...groups] : groups
}

/** Returns whether every search word occurs in the family, the tag or the provider. */
function fits({ model, tag }: Deployed, typed: string): boolean {
  return hasWords(`${model.name} ${tag.name} ${tag.fullName} ${model.provider}`, typed)
}
