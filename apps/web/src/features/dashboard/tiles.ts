// The tiles of the dashboard as /static/data/dashboard.json lists them: the product's own by their id, an installation's own
// with titles in every language.
import type { Permission } from '@polylogue/contract'
import { asList, asText, isRecord } from '../../lib/static-file.ts'

export interface Tile {
  id: string
  icon: string
  /** An address of the product, or a whole one, which opens beside it. */
  to: string
  /** Without it the tile is not there. */
  permission: Permission | ''
  /** By language; empty for the product's own, whose words are in the texts. */
  title: Readonly<Record<string, string>>
  text: Readonly<Record<string, string>>
}

export interface DashboardFile {
  /** False shows the splash page instead. */
  enabled: boolean
  tiles: readonly Tile[]
}

/** Reads the file; what is no tile in it is left out, and without a file there is a dashboard without tiles. */
export function readDashboard(value: unknown): DashboardFile {
  if (!isRecord(value)) return { enabled: true, tiles: [] }
  return { enabled: value['enabled'] !== false, tiles: readTiles(value['tiles']) }
}

/** The tiles of a list in a file; what is none, and a second one of an id, is left out. */
export function readTiles(value: unknown): readonly Tile[] {
  const tiles = asList(value).map(readTile)
  return tiles.filter(({ id, to }, index) => id && isPlace(to) && indexOf(tiles, id) === index)
}

/** The tiles that one has a permission for, in the file's order. */
export function permittedTiles(tiles: readonly Tile[], permissions: readonly string[]): Tile[] {
  return tiles.filter(({ permission }) => permission === '' || permissions.includes(permission))
}

/** The ids in setting hiddenTiles; a value that is none hides nothing. */
export function readHidden(setting: string | undefined): string[] {
  try {
    const value: unknown = JSON.parse(setting || '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** The list with a tile hidden, or shown again. */
export function toggleHidden(hidden: readonly string[], id: string): string[] {
  return hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]
}

/** What a title or text says in a language, else in English, else in the first there is. */
export const inWords = (words: Tile['title'], language: string): string =>
  words[language] ?? words['en'] ?? Object.values(words)[0] ?? ''

const readTile = (value: Record<string, unknown>): Tile => ({
  id: asText(value['id']),
  icon: asText(value['icon']),
  to: asText(value['to']),
  permission: asText(value['permission']) as Permission | '',
  title: words(value['title']),
  text: words(value['text']),
})

const words = (value: unknown): Record<string, string> =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, asText(text)])) : {}

const indexOf = (tiles: readonly Tile[], id: string) => tiles.findIndex((tile) => tile.id === id)

/** A path of this product, a dialog of it, or a web address: nothing that acts. */
const isPlace = (to: string) => /^(\/(?!\/)|\?dialog=|https?:\/\/)/.test(to)
