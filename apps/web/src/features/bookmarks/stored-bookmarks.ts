// Reads a person's bookmarks, which the setting `bookmarks` stores: a JSON list of titles and addresses.

import { inOneSpelling } from './shown-page.ts'

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
  const uri = cleanUri(entry.uri, HERE)
  if (uri === undefined) return undefined
  const title = 'title' in entry && typeof entry.title === 'string' ? entry.title.trim() : ''
  return { title: title || entry.uri, uri }
}

/**
 * Returns the address as a browser reads it: a path for one of `origin`, so that `projects/5` and `/projects/5` are the same page.
 * Undefined for an address that does not open as a page, such as `javascript:`, and for `//host`, which no person types.
 */
export function cleanUri(uri: string, origin: string): string | undefined {
  if (!URL.canParse(uri, origin)) return undefined
  const url = new URL(uri, origin)
  // Two slashes at the beginning of a path would be another host.
  if (url.origin === origin)
    return `/${url.pathname.replace(/^\/+/, '')}${inOneSpelling(url.searchParams)}${url.hash}`
  return /^https?:$/.test(url.protocol) && URL.canParse(uri) ? url.href : undefined
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
