// What a page about one thing tells the bookmarks: how to ask whether the person can still open the thing.
import type { Api } from './api.ts'

/** The values of an address, and the API to look its thing up with. */
export interface BookmarkLookup {
  readonly api: Api
  readonly signal: AbortSignal
  /** Returns a number of the path. */
  readonly id: (name: string) => number
  /** Returns a word of the path. */
  readonly word: (name: string) => string
  /** The value of the parameter. */
  readonly value: string
}

/** A feature has them in `bookmarked.ts`; `app/bookmarked-pages.ts` lists them. */
export interface BookmarkedPage {
  /** The path without the leading slash, in the router's syntax. `id`, and what ends in `Id`, is a number. */
  readonly path: string
  /** The thing is named by this parameter of the address, not by the path alone. */
  readonly parameter?: string
  /** Asks for the thing. Rejects as its call does if it is gone, and resolves with false if the address leads to another one. */
  readonly find: (lookup: BookmarkLookup) => Promise<unknown>
}
