// The tiles of the dashboard from /static/data/dashboard.json: built-in ones by id, and those of an installation with titles
// in every language.
import type { Permission, PluginId } from '@polylogue/contract'
import { asList, asText, isRecord } from '#lib/json.ts'

export interface Tile {
  id: string
  icon: string
  /** A path of this app, or a full URL, which opens in a new tab. */
  to: string
  /** The permission that the tile needs. */
  permission: Permission | ''
  /** The plugin whose feature it opens. */
  plugin: PluginId | ''
  /** By language; empty for built-in tiles, which use the translations. */
  title: Readonly<Record<string, string>>
  text: Readonly<Record<string, string>>
}

export interface DashboardFile {
  /** False shows the splash page instead. */
  enabled: boolean
  tiles: readonly Tile[]
}

/** Parses the file; invalid tiles are skipped. Without a file the dashboard has no tiles. */
export function readDashboard(value: unknown): DashboardFile {
  if (!isRecord(value)) return { enabled: true, tiles: [] }
  return { enabled: value['enabled'] !== false, tiles: readTiles(value['tiles']) }
}

/** Parses a list of tiles; invalid tiles and duplicate ids are skipped. */
export function readTiles(value: unknown): readonly Tile[] {
  const tiles = asList(value).map(readTile)
  return tiles.filter(({ id, to }, index) => id && isPlace(to) && indexOf(tiles, id) === index)
}

/** Returns the tiles whose permission the user has and whose plugin is installed, in the order of the file. */
export function offeredTiles(
  tiles: readonly Tile[],
  permissions: readonly string[],
  isInstalled: (id: PluginId) => boolean,
): Tile[] {
  return tiles.filter(
    ({ permission, plugin }) =>
      (permission === '' || permissions.includes(permission)) && (plugin === '' || isInstalled(plugin)),
  )
}

/** Parses the setting hiddenTiles; an invalid value hides nothing. */
export function readHidden(setting: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(setting || '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Returns the list with a tile hidden or shown again. */
export function toggleHidden(hidden: readonly string[], id: string): string[] {
  return hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]
}

/** Returns a title or text in a language, else in English, else in the first language available. */
export const inWords = (words: Tile['title'], language: string): string =>
  words[language] ?? words['en'] ?? Object.values(words)[0] ?? ''

const readTile = (value: Record<string, unknown>): Tile => ({
  id: asText(value['id']),
  icon: asText(value['icon']),
  to: asText(value['to']),
  permission: asText(value['permission']) as Permission | '',
  plugin: asText(value['plugin']) as PluginId | '',
  title: words(value['title']),
  text: words(value['text']),
})

const words = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, asText(text)])) : {}

const indexOf = (tiles: readonly Tile[], id: string) => tiles.findIndex((tile) => tile.id === id)

/** Accepts a path or dialog of this app, or a web URL; rejects addresses that execute something. */
const isPlace = (to: string) => /^(\/(?!\/)|\?dialog=|https?:\/\/)/.test(to)
