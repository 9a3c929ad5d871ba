// Nests groups for the list (ACCESS-2).
import type { AssocContext, Context } from '@polylogue/contract'
import { hasWords } from '#lib/has-words.ts'

type Group = Pick<Context, 'id' | 'displayName' | 'contextTypeId'> & {
  assocContexts: readonly AssocContext[]
}

export interface Branch<G extends Group = Context> {
  /** Ids from the outermost group to this one, because a group can appear in several places. */
  path: string
  group: G
  inside: readonly Branch<G>[]
}

/**
 * Returns the groups of a type, each with its subgroups. A group inside another group of the same type appears only there; a
 * group inside one of another type appears in both places.
 */
export function treeOf<G extends Group>(groups: readonly G[], contextTypeId: number): Branch<G>[] {
  const inside = insideOf(groups)
  const ofType = sorted(groups.filter((group) => group.contextTypeId === contextTypeId))
  const nested = new Set(ofType.flatMap(({ id }) => (inside.get(id) ?? []).map((group) => group.id)))
  const branch = (group: G, above: readonly number[]): Branch<G> => {
    const path = [...above, group.id]
    return {
      path: path.join('-'),
      group,
      inside: (inside.get(group.id) ?? [])
        .filter(({ id }) => !path.includes(id))
        .map((one) => branch(one, path)),
    }
  }
  return ofType.filter(({ id }) => !nested.has(id)).map((group) => branch(group, []))
}

/** Returns the groups whose name contains every word of `text`, with the names of their direct parents. */
export function foundIn<G extends Group>(
  groups: readonly G[],
  text: string,
): { group: G; within: string[] }[] {
  const within = new Map<number, string[]>()
  const inside = insideOf(groups)
  for (const { id, displayName } of groups)
    for (const group of inside.get(id) ?? [])
      within.set(group.id, [...(within.get(group.id) ?? []), displayName])
  return sorted(groups.filter(({ displayName }) => hasWords(displayName, text))).map((group) => ({
    group,
    within: within.get(group.id) ?? [],
  }))
}

/** Returns the direct subgroups by group. The first association of a reply is the caller's own access. */
function insideOf<G extends Group>(groups: readonly G[]): Map<number, G[]> {
  const byId = new Map(groups.map((group) => [group.id, group]))
  return new Map(
    groups.map(({ id, assocContexts }) => [
      id,
      sorted(assocContexts.slice(1).flatMap(({ contextId }) => byId.get(contextId) ?? [])),
    ]),
  )
}

const sorted = <G extends Group>(groups: readonly G[]): G[] =>
  groups.toSorted((one, other) => one.displayName.localeCompare(other.displayName))
