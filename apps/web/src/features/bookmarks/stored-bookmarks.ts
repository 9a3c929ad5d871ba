// Reads a person's bookmarks, which the setting `bookmarks` stores: a JSON list of titles and addresses.

export interface Bookmark {
  readonly title: string
  /** A path of this installation, or an address with http or https. */
  readonly uri: string
}

const HERE = 'http://here.invalid'

/** Reads the stored list. What cannot be opened, and what is there twice, is left out. */
export function readBookmarks(value: string | undefined): readonly Bookmark[] {
  const list = parsed(value ?? '')
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => bookmarkOf(entry) ?? []).filter(isFirst)
}

/** Whether the address leads out of this installation: it opens in a window of its own. */
export const isOutside = (uri: string): boolean => new URL(uri, HERE).origin !== HERE

function bookmarkOf(entry: unknown): Bookmark | undefined {
  if (typeof entry !== 'object' || entry === null || !('uri' in entry) || typeof entry.uri !== 'string')
    return undefined
  const uri = entry.uri
  // Settings were checked when they were stored; a program may have stored them before there were rules.
  if (!URL.canParse(uri, HERE) || !/^https?:$/.test(new URL(uri, HERE).protocol)) return undefined
  const title = 'title' in entry && typeof entry.title === 'string' ? entry.title.trim() : ''
  return { title: title || uri, uri: isOutside(uri) ? uri : pathOf(uri) }
}

/** `projects/5` and `/projects/5` are the same page. */
function pathOf(uri: string): string {
  const { pathname, search, hash } = new URL(uri, HERE)
  return pathname + search + hash
}

const isFirst = ({ uri }: Bookmark, at: number, list: readonly Bookmark[]): boolean =>
  list.findIndex((other) => other.uri === uri) === at

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
