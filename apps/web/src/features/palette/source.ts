// Palette entries of a feature. `app/` lists the sources of all features.
import type { Entry } from './entries.ts'

export interface PaletteEntries {
  projects?: readonly Entry[]
  bookmarks?: readonly Entry[]
  pages?: readonly Entry[]
  actions?: readonly Entry[]
  /** Ids of projects that the user has archived. */
  archived?: readonly number[]
}

/**
 * A hook, called on every render of the palette in the order of the list. It uses the texts of `palette` and `kinds` alone: loading others
 * would suspend the palette when it opens, and lose the keys that were typed ahead.
 */
export type PaletteSource = () => PaletteEntries

/** Returns the entries of all sources by group. `sources` must not change, because they are hooks. */
export function readSources(sources: readonly PaletteSource[]): Required<PaletteEntries> {
  const all = sources.map((source) => source())
  return {
    projects: all.flatMap(({ projects = [] }) => projects),
    bookmarks: all.flatMap(({ bookmarks = [] }) => bookmarks),
    pages: all.flatMap(({ pages = [] }) => pages),
    actions: all.flatMap(({ actions = [] }) => actions),
    archived: all.flatMap(({ archived = [] }) => archived),
  }
}
