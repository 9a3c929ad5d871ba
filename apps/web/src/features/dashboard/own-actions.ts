// The shortcuts and tools of one's own profile, as /static/data/user-card-me-actions.json lists them.
import { useQuery } from '@tanstack/react-query'
import { asList, asText, isRecord, staticFileKey, staticJson } from '../../lib/static-file.ts'
import { readTiles, type Tile } from './tiles.ts'

const FILE = 'data/user-card-me-actions.json'

export interface ActionGroup {
  id: string
  tiles: readonly Tile[]
}

/** Groups of tiles; what is no group or no tile in the file is left out. */
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
