// Which bookmarks lead to something that is deleted, or not shared with the person any more.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { ApiProblem, useApi } from '#lib/api.ts'
import type { BookmarkLookup, BookmarkedPage } from '#lib/bookmarked-page.ts'
import { bookmarkKeys } from '../keys.ts'
import type { Bookmark } from '../stored-bookmarks.ts'

/** A change of the list does not ask for everything again. */
const KNOWN_MS = 60_000

/** Questions to the server at a time: the list may have hundreds of bookmarks. */
const AT_A_TIME = 4

const NONE: ReadonlySet<string> = new Set()

/** A thing that an address names: a chat with a tab in its address names two. */
interface Thing {
  /** What it is asked for by, once for all bookmarks. */
  readonly key: string
  readonly find: (to: Pick<BookmarkLookup, 'api' | 'signal'>) => Promise<unknown>
}

/** Returns the addresses of the bookmarks to something that the person cannot open any more; empty until that is known. */
export function useGone(list: readonly Bookmark[], pages: readonly BookmarkedPage[]): ReadonlySet<string> {
  const api = useApi()
  const named = list.map(({ uri }) => ({ uri, things: thingsOf(uri, pages) }))
  const things = new Map(named.flatMap((one) => one.things.map((thing) => [thing.key, thing] as const)))
  const keys = [...things.keys()].toSorted()
  const { data: gone } = useQuery({
    queryKey: bookmarkKeys.goneOf(keys),
    enabled: keys.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ client, signal }) =>
      goneKeys([...things.values()], (thing) =>
        client.fetchQuery({
          queryKey: bookmarkKeys.isGone(thing.key),
          staleTime: KNOWN_MS,
          queryFn: () => isGone(thing.find({ api, signal })),
        }),
      ),
  })
  if (!gone || gone.length === 0) return NONE
  const isOneGone = ({ things: all }: { things: readonly Thing[] }) =>
    all.some(({ key }) => gone.includes(key))
  return new Set(named.filter(isOneGone).map(({ uri }) => uri))
}

/** Asks for each thing, a few at a time. */
async function goneKeys(
  things: readonly Thing[],
  isGoneNow: (thing: Thing) => Promise<boolean>,
): Promise<string[]> {
  const gone: string[] = []
  const left = [...things]
  const ask = async (): Promise<void> => {
    for (let thing = left.shift(); thing !== undefined; thing = left.shift())
      if (await isGoneNow(thing)) gone.push(thing.key)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, ask))
  return gone
}

/** Deleted, and forbidden by now, are the same here: nobody learns that something exists. Another refusal says nothing about it. */
async function isGone(finding: Promise<unknown>): Promise<boolean> {
  try {
    return (await finding) === false
  } catch (error) {
    if (error instanceof ApiProblem) return [403, 404, 410].includes(error.status)
    throw error
  }
}

/** Returns what an address of this installation names. */
function thingsOf(uri: string, pages: readonly BookmarkedPage[]): Thing[] {
  const { pathname, searchParams, origin } = new URL(uri, HERE)
  return origin === HERE ? pages.flatMap((page) => thingOf(page, pathname, searchParams) ?? []) : []
}

const HERE = 'http://here.invalid'

function thingOf(page: BookmarkedPage, pathname: string, query: URLSearchParams): Thing | undefined {
  const value = page.parameter === undefined ? '' : query.get(page.parameter)
  const params = matchPath(`/${page.path}`, pathname)?.params
  if (!params || value === null) return undefined
  const named = Object.entries(params).filter(([name]) => name !== '*')
  const isId = (name: string) => /^id$|Id$/.test(name)
  if (named.some(([name, text = '']) => isId(name) && !/^[1-9]\d{0,14}$/.test(text))) return undefined
  const word = (name: string) => params[name] ?? ''
  return {
    key: [page.path, ...named.map(([, text]) => text), page.parameter, value].join(' '),
    find: (to) => page.find({ ...to, id: (name) => Number(word(name)), word, value }),
  }
}
