import type { Find } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import { mayUse, sharedWith, type ItemType } from '#access/items/index.ts'
import { isHeld, isolateFailures, outageOf } from '#platform/isolate-failures.ts'
import { openPace, type Database, type Pace, type Tx } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Marks } from './marks.ts'
import {
  beginnings,
  beginningsOf,
  bestFirst,
  CANDIDATES,
  FEW_SPANS,
  isSieved,
  looks,
  ownerMark,
  phrasesOf,
  plainWord,
  projectMark,
  runsOf,
  SIEVED_CANDIDATES,
  stepsOf,
  toHighlight,
  typedWords,
  withBeginnings,
} from './rules.ts'
import { openQuotes, type Quotes } from './quotes.ts'
import * as store from './store.ts'

export interface SearchService {
  /**
   * Finds readable messages, projects and tabs that contain all words or prefixes. Supports "phrases", -without and OR;
   * other characters are not operators. Whole words rank first. Of a very frequent word, only the newest messages are
   * ranked. `archived` only: in the projects that the viewer has archived; else in all.
   */
  find(viewer: Person, typed: string, limit: number, archived?: 'only' | 'all'): Promise<Find[]>
  /** Indexes messages in their current state: after a question was stored, and after its answer ended. */
  indexMessages(messageIds: readonly number[]): Promise<void>
  /** Indexes many inserted messages at a reduced pace, while others use the database. */
  indexLater(messageIds: readonly number[]): Promise<void>
  /** Updates the index in the transaction that moves a tab; many messages follow in a job. */
  moveTab(tx: Tx, tabId: number): Promise<void>
  /** Updates the index in the transaction that changes the owner of projects; many messages follow in a job. */
  handOver(tx: Tx, projectIds: readonly number[]): Promise<void>
  /** Indexes messages that a dead process or an older version left out. Ends when none is left or on `signal`. */
  catchUp(signal: AbortSignal): Promise<void>
  /** Returns how many messages this process still has to index. */
  left(): number
}

/** Batch size in messages, and characters per statement: the embedded database runs one statement at a time. */
const BATCH = 50
const CHARACTERS = 40_000
/** Pause of an embedded database after a statement, as a multiple of its duration, while others use it. */
const RESTS = 20

interface Failed {
  readonly error: unknown
}

interface Deps {
  readonly db: Database
  readonly log: Log
  readonly marks: Marks
  readonly types: readonly ItemType[]
}

export function searchService({ db, log, marks, types }: Deps): SearchService {
  const { pool } = db
  const pace = openPace(db, RESTS)
  const runInSteps = stepsOver(db)
  const quotes = openQuotes(db)
  let left = 0
  const indexWhole = async (messageIds: readonly number[], inPace: Pace) => {
    left += messageIds.length
    try {
      const failed = await runInSteps(messageIds, inPace)
      if (failed) throw failed.error
    } finally {
      left -= messageIds.length
    }
  }
  return {
    indexMessages: (messageIds) => indexWhole(messageIds, (step) => step()),
    indexLater: (messageIds) => indexWhole(messageIds, pace),
    moveTab: (tx, tabId) => marks.follow(tx, { tabId }),
    handOver: (tx, projectIds) => marks.follow(tx, { projectIds }),
    async find(viewer, typed, limit, archived) {
      return find({ db, types, quotes }, viewer, { typed, limit, archived })
    },
    async catchUp(signal) {
      let behind = 0
      try {
        for (let last = 0; !signal.aborted;) {
          const ids = await store.unindexed(pool, last, BATCH)
          if (ids.length === 0) return
          // Counted once, and only when there is more than a batch: the count reads every message.
          if (last === 0) left += behind = ids.length < BATCH ? ids.length : await store.countUnindexed(pool)
          // A message that cannot be indexed does not block the others.
          const failed = await runInSteps(ids, pace)
          if (failed) log.error({ err: failed.error }, 'a message cannot be indexed')
          last = ids.at(-1) ?? last
          const done = Math.min(behind, ids.length)
          behind -= done
          left -= done
        }
      } finally {
        left -= behind
      }
    },
    left: () => left,
  }
}

/** Indexes in batches; returns the error of messages that cannot be indexed. @throws the error of an outage or a slow database */
type InSteps = (messageIds: readonly number[], inPace: Pace) => Promise<Failed | undefined>

function stepsOver(db: Database): InSteps {
  const { pool } = db
  const isOutage = outageOf(db)
  const indexAll = async (ids: readonly number[]) => {
    await store.index(pool, ids)
    return ids
  }
  return async (messageIds, inPace) => {
    let failed: Failed | undefined
    for (let from = 0; from < messageIds.length; from += BATCH) {
      const batch = messageIds.slice(from, from + BATCH)
      const sizes = await sizesOf(pool, batch, inPace)
      for (const ids of stepsOf(sizes, CHARACTERS)) {
        const outcomes = await inPace(() => isolateFailures(ids, indexAll, isOutage))
        failed = outcomes.find((outcome) => !outcome.ok) ?? failed
        if (failed && (isOutage(failed.error) || isHeld(failed.error))) throw failed.error
      }
    }
    return failed
  }
}

/** Returns the sizes of messages. One message is one statement, whatever its size, so that it needs none. */
async function sizesOf(
  pool: Database['pool'],
  ids: readonly number[],
  inPace: Pace,
): Promise<{ id: number; size: number }[]> {
  const [only] = ids.length === 1 ? ids : []
  return only === undefined ? inPace(() => store.sizesOf(pool, ids)) : [{ id: only, size: 0 }]
}

async function find(
  { db, types, quotes }: Pick<Deps, 'db' | 'types'> & { readonly quotes: Quotes },
  viewer: Person,
  { typed, limit, archived }: { typed: string; limit: number; archived: 'only' | 'all' | undefined },
): Promise<Find[]> {
  const { pool } = db
  const cleaned = typedWords(typed)
  const { words, plain } = cleaned ? await store.wordsOf(pool, phrasesOf(cleaned)) : { words: '', plain: '' }
  if (!words) return []
  const readable = await readableOf(db, types, viewer)
  const shared = readable.find(({ type }) => type.noun === HOLDS_MESSAGES)?.shared ?? []
  const sharedIds = shared.map(({ id }) => id)
  const within =
    archived === 'only' ? await store.archivedBy(db, viewer.userId, sharedIds, ARCHIVED) : undefined
  if (within?.length === 0) return []
  const owners = new Set([viewer.contextId, ...shared.map(({ ownerContextId }) => ownerContextId)])
  const newest = await store.newestMessage(pool, [...owners])
  const scopes = within
    ? partsOf(within.map(projectMark), MARKS)
    : [[ownerMark(viewer.contextId), ...sharedIds.map(projectMark)]]
  const asked = { words, beginnings: beginnings(cleaned), viewer, sharedIds, within, limit }
  const { exact, more, begun } = await messagesFor(pool, { asked, scopes, newest, cleaned, plain })
  const named = { ...asked, words: begun ?? words }
  const names = new Map(
    (await store.findNames(pool, named, readable)).map((row) => [toFind(row), row.near] as const),
  )
  const best = bestFirst([...names.keys()], wholeFirst(exact, more).map(toFind), limit)
  const shown = new Set(best.filter(({ kind }) => kind === 'message').map(({ id }) => id))
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).filter((id) => shown.delete(id))
  const ofMessages = new Map([
    ...(await quotes.ofMessages(asked, idsOf(exact))),
    ...(await quotes.ofMessages(named, idsOf(more))),
  ])
  const bestNames = best.filter((one) => names.has(one))
  const texts = bestNames.map((one) => names.get(one) ?? '')
  const quotesOfNames = await quotes.ofTexts(named, texts)
  const runs = runsOf(cleaned)
  const ofNames = new Map(bestNames.map((one, at) => [one, quotesOfNames[at]]))
  return best.map((one) => {
    const quote = names.has(one) ? ofNames.get(one) : ofMessages.get(one.id)
    return { ...one, highlight: toHighlight(quote ?? '', runs) }
  })
}

/** The newest archived projects that are searched alone, and their marks in one statement. */
const ARCHIVED = 5_000
const MARKS = 500

const partsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/** Returns the best of what is found in several scopes, one statement after the other. */
async function inParts(
  scopes: readonly (readonly string[])[],
  limit: number,
  search: (scope: readonly string[]) => Promise<store.FoundRow[]>,
): Promise<store.FoundRow[]> {
  const found: store.FoundRow[] = []
  for (const scope of scopes) found.push(...(await search(scope)))
  return scopes.length < 2
    ? found
    : found.toSorted((one, other) => other.rank - one.rank || other.id - one.id).slice(0, limit)
}

/** Finds messages with the whole words, and with prefixes where these do not fill the list. */
async function messagesFor(
  pool: Database['pool'],
  {
    asked,
    scopes,
    newest,
    cleaned,
    plain,
  }: {
    asked: store.SearchQuery
    scopes: readonly (readonly string[])[]
    newest: number
    cleaned: string
    plain: string
  },
) {
  const { words, limit } = asked
  const sieve = isSieved(words)
  const candidates = sieve ? SIEVED_CANDIDATES : CANDIDATES
  const exact = await inParts(scopes, limit, (scope) =>
    store.findMessages(pool, {
      ...asked,
      sieve,
      candidates,
      looks: newest > 0 ? looks(words, scope, newest) : [],
    }),
  )
  const begun = cleaned.includes('"') ? undefined : await withBegun(pool, plain)
  if (!begun || newest === 0 || exact.length >= limit) return { exact, more: [], begun }
  const few = { ...asked, words: begun, sieve: false, candidates: CANDIDATES }
  const more = await inParts(scopes, limit, (scope) =>
    store.findMessages(pool, { ...few, looks: looks(begun, scope, newest, FEW_SPANS) }),
  )
  return { exact, more, begun }
}

/** The item type whose tabs hold messages. */
const HOLDS_MESSAGES = 'project'

/** Returns the items of other users that the viewer may read, by type; `isUsable`: whether they may use the type at all. */
async function readableOf({ orm }: Database, types: readonly ItemType[], viewer: Person) {
  return Promise.all(
    types.map(async (type) => {
      const isUsable = mayUse(type, viewer)
      const shared = isUsable ? await sharedWith(orm, viewer, type) : []
      return { type, isUsable, shared }
    }),
  )
}

/** Returns the query with prefixes; undefined when it is searched literally. */
async function withBegun(pool: Database['pool'], plain: string): Promise<string | undefined> {
  const words = beginningsOf(plain)
  if (words.length === 0) return undefined
  const stems = await store.stemsOf(pool, words.map(plainWord))
  return withBeginnings(plain, new Map(words.map((word, index) => [word, stems[index] ?? ''])))
}

function wholeFirst(exact: readonly store.FoundRow[], begun: readonly store.FoundRow[]): store.FoundRow[] {
  const known = new Set(exact.map(({ id }) => id))
  const least = Math.min(1, ...exact.map(({ rank }) => rank))
  return [
    ...exact,
    ...begun.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, rank: (row.rank * least) / 2 })),
  ]
}

function toFind(row: store.FoundRow): Find {
  return {
    kind: row.kind,
    id: row.id,
    projectId: row.projectId,
    tabId: row.tabId,
    title: row.title,
    highlight: '',
    rank: row.rank,
    created: row.created.toISOString(),
    uri: row.uri,
  }
}
