// What a list of models shows: favourites first, then provider by provider, filtered by what is typed. Pure.
import type { Model, ModelTag } from '@polylogue/contract'
import { deployedTags } from './choice.ts'

export interface Deployed {
  readonly model: Model
  readonly tag: ModelTag
}

export interface ModelGroup {
  /** Undefined: the favourites. */
  readonly provider: string | undefined
  readonly tags: readonly Deployed[]
}

/** The groups that hold something; each tag stands once, providers in the order of their first model. */
export function groupsOf(
  models: readonly Model[],
  favourites: readonly number[],
  typed: string,
): ModelGroup[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const all = deployedTags(models).filter((one) => fits(one, words))
  const favoured = favourites.flatMap((id) => all.find(({ tag }) => tag.id === id) ?? [])
  const rest = all.filter((one) => !favoured.includes(one))
  const byProvider = Map.groupBy(rest, ({ model }) => model.provider)
  const groups = [...byProvider].map(([provider, tags]): ModelGroup => ({ provider, tags }))
  return favoured.length > 0 ? [{ provider: undefined, tags: favoured }, ...groups] : groups
}

/** Every word is part of the family, the tag or the provider. */
function fits({ model, tag }: Deployed, words: readonly string[]): boolean {
  const text = `${model.name} ${tag.name} ${tag.fullName} ${model.provider}`.toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}
