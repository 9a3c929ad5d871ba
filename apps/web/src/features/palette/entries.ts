// Entries of the palette and their order.
import type { IconName } from '#ui/icon.tsx'
import { fromMarks, marked, ranked } from './rank.ts'

/** A text in parts; `hit` marks matches. */
export type Parts = readonly { text: string; hit: boolean }[]

/** Target of an entry: an address, an address in a new browser tab, a dialog, or an action. */
export type EntryTarget = { to: string } | { beside: string } | { dialog: string } | { act: () => void }

export interface Entry {
  id: string
  icon: IconName
  name: string
  /** Secondary text after the name. */
  detail?: string | undefined
  /** Creation time; if set, the full detail is on its own line. */
  created?: string | undefined
  /** Further search words. */
  words?: string | undefined
  keys?: string | undefined
  target: EntryTarget
}

export interface Shown extends Entry {
  parts: Parts
}

export interface Group {
  id: 'projects' | 'bookmarks' | 'pages' | 'actions' | 'found'
  entries: readonly Shown[]
}

/** Maximum number of projects, and of bookmarks, without and with a search text. */
const RECENT = 5
const FITTING = 8

/**
 * Filters the local entries; the group with the best match is first. Server results come last, so that nothing moves when
 * they arrive.
 */
export function grouped(
  known: Readonly<Record<'projects' | 'bookmarks' | 'pages' | 'actions', readonly Entry[]>>,
  found: readonly Shown[],
  typed: string,
): Group[] {
  const empty = typed.trim() === ''
  const groups = (['projects', 'bookmarks', 'actions', 'pages'] as const).map((id) => {
    const fitting = bestOf(known[id], typed)
    const limit = id === 'projects' || id === 'bookmarks' ? (empty ? RECENT : FITTING) : Infinity
    return { id, best: fitting[0]?.score ?? 0, entries: fitting.slice(0, limit).map(({ entry }) => entry) }
  })
  const ordered = empty ? groups : groups.toSorted((one, other) => other.best - one.best)
  const shown = new Set(ordered.flatMap(({ entries }) => entries.map(({ id }) => id)))
  const rest = found.filter(({ id }) => !shown.has(id))
  return [...ordered, { id: 'found' as const, best: 0, entries: rest }]
    .filter(({ entries }) => entries.length > 0)
    .map(({ id, entries }) => ({ id, entries }))
}

function bestOf(entries: readonly Entry[], typed: string): { entry: Shown; score: number }[] {
  const byName = ranked(entries, ({ name }) => name, typed)
  const named = new Set(byName.map(({ item }) => item))
  // Matches in search words rank below matches in names.
  const byWords = typed.trim()
    ? ranked(
        entries.filter((entry) => !named.has(entry)),
        ({ words = '' }) => words,
        typed,
      )
    : []
  return [
    ...byName.map(({ item, fit }) => ({
      entry: { ...item, parts: marked(item.name, fit.spans) },
      score: fit.score,
    })),
    ...byWords.map(({ item, fit }) => ({
      entry: { ...item, parts: marked(item.name, []) },
      score: fit.score / 2,
    })),
  ]
}

interface FoundItem {
  kind: string
  id: number
  projectId: number
  tabId: number | null
  title: string
  highlight: string
  created: string
  uri: string
}

/** Converts a server result to an entry; projects have the same id as local ones. `mark` is a word beside its place. */
export function foundEntry(find: FoundItem, mark?: string): Shown {
  const query = new URLSearchParams()
  if (find.tabId !== null) query.set('tab', String(find.tabId))
  if (find.kind === 'message') query.set('message', String(find.id))
  const search = query.size > 0 ? `?${query}` : ''
  const parts = fromMarks(find.highlight)
  return {
    id: `${find.kind}-${find.id}`,
    // A result outside of projects is an item of another noun.
    icon: find.kind === 'message' ? 'message' : find.projectId === 0 ? 'file-text' : 'folders',
    name: parts.map(({ text }) => text).join(''),
    detail: mark ? `${find.title} · ${mark}` : find.title,
    created: find.created,
    parts,
    target: { to: `${find.uri}${search}` },
  }
}
