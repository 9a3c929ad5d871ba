// Groups inside groups (reading 4: memberships are transitive), as the page nests them.
import type { AssocContext, Context } from '@polylogue/contract'

type Group = Pick<Context, 'id' | 'displayName' | 'contextTypeId'> & {
  assocContexts: readonly AssocContext[]
}

export interface Branch<G extends Group = Context> {
  /** The ids from the outermost group to this one: a group may stand in several. */
  path: string
  group: G
  inside: readonly Branch<G>[]
}

/**
 * The groups of a type, with the groups that are in each. One that is in another of its type stands only there; one that
 * is in a group of another type stands in both places.
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

/** The groups whose name has every word of `text` in it, with the names of those they are directly in. */
export function foundIn<G extends Group>(
  groups: readonly G[],
  text: string,
): { group: G; within: string[] }[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const inside = insideOf(groups)
  return sorted(groups)
    .filter(({ displayName }) => words.every((word) => displayName.toLocaleLowerCase().includes(word)))
    .map((group) => ({
      group,
      within: groups
        .filter(({ id }) => inside.get(id)?.some((one) => one.id === group.id))
        .map(({ displayName }) => displayName),
    }))
}

/** The groups that are directly in each. The first association of a reply is the caller's own access. */
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
