// Shortcuts and tools of the user's own profile, from /static/data/user-card-me-actions.json.
import { useQuery } from '@tanstack/react-query'
import { asList, asText, isRecord } from '#lib/json.ts'
import { staticFileKey, staticJson } from '#lib/static-file.ts'
import { readTiles, type Tile } from './tiles.ts'

const FILE = 'data/user-card-me-actions.json'

export interface ActionGroup {
  id: string
  tiles: readonly Tile[]
}

/** Parses the groups of tiles; invalid entries are skipped. */
export function readActions(value: unknown): ActionGroup[] {
  if (!isRecord(value)) return []
  return asList(value['groups'])
    .map((group) => ({ id: asText(group['id']), tiles: readTiles(group['tiles']) }))
    .filter(({ id, tiles }) => id !== '' && tiles.length > 0)
}

export function useOwnActions() {
  return useQuery({
    queryKey: staticFileKey(FILE, ''),
    queryFn: async ({ signal }) => readActions(await staticJson(FILE, signal)),
    staleTime: Infinity,
  })
}
