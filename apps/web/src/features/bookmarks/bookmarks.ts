// Changes a person's bookmarks.
import { cleanUri, type Bookmark } from './stored-bookmarks.ts'

/** The most bookmarks of a person, and the most characters of a title and of an address. */
export const MOST_BOOKMARKS = 300
export const MOST_TITLE = 200
export const MOST_URI = 2000
/** The most characters of a setting's value (packages/contract/src/settings.ts). */
const MOST_TEXT = 100_000

/** Returns the text to store; undefined if there are too many bookmarks, or too long ones. `before` is the number of them until now. */
export function writtenBookmarks(list: readonly Bookmark[], before = 0): string | undefined {
  const text = JSON.stringify(list)
  // A list that a program made too long may become shorter.
  const isMany = list.length > MOST_BOOKMARKS && list.length >= before
  return isMany || text.length > MOST_TEXT ? undefined : text
}

/** Adds a bookmark at the end; the list stays as it is if the address is in it. */
export const withBookmark = (list: readonly Bookmark[], added: Bookmark): readonly Bookmark[] =>
  list.some(({ uri }) => uri === added.uri) ? list : [...list, added]

export const withoutBookmark = (list: readonly Bookmark[], uri: string): readonly Bookmark[] =>
  list.filter((other) => other.uri !== uri)

/** Puts a bookmark at a place, from 0: where it was, when it comes back. */
export const withBookmarkAt = (
  list: readonly Bookmark[],
  { bookmark, place }: { bookmark: Bookmark; place: number },
): readonly Bookmark[] => withoutBookmark(list, bookmark.uri).toSpliced(place, 0, bookmark)

/**
 * Replaces the bookmark at an address. Another one with the new address goes, because an address is in the list once. The list
 * stays as it is if another window removed the bookmark.
 */
export function withChanged(list: readonly Bookmark[], uri: string, changed: Bookmark): readonly Bookmark[] {
  if (!list.some((other) => other.uri === uri)) return list
  return list
    .filter((other) => other.uri === uri || other.uri !== changed.uri)
    .map((other) => (other.uri === uri ? changed : other))
}

/** Brings the list into an order of addresses; those that the order does not name follow. */
export function inOrder(list: readonly Bookmark[], order: readonly string[]): readonly Bookmark[] {
  const known = order.flatMap((uri) => list.find((bookmark) => bookmark.uri === uri) ?? [])
  return [...known, ...list.filter(({ uri }) => !order.includes(uri))]
}

/**
 * Returns the address as it is stored: a path for one of this installation, whatever way it is written. Undefined for an address
 * that a browser would not open as a page, such as `javascript:`.
 */
export function storedUri(typed: string, origin: string): string | undefined {
  const text = typed.trim()
  const spelled = /^[\w-]+(\.[\w-]+)+([:/?#]|$)/.test(text) ? `https://${text}` : text
  return cleanUri(spelled, origin)
}
