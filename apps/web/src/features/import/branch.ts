// Trees of messages, as most exports have them. Pure.

/**
 * Returns the nodes from the root to the one with this id. A missing parent or a cycle ends the way: a damaged tree is read
 * as far as possible.
 */
export function branchTo<T>(
  last: string,
  nodeOf: (id: string) => T | undefined,
  parentOf: (node: T) => string,
): T[] {
  const branch: T[] = []
  const seen = new Set<string>()
  let id = last
  while (id !== '' && !seen.has(id)) {
    seen.add(id)
    const node = nodeOf(id)
    if (node === undefined) break
    branch.push(node)
    id = parentOf(node)
  }
  return branch.reverse()
}
