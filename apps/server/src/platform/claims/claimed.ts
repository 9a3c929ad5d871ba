// The SQL of claimed work: the process that has it, and how often one began it without storing a step of it.
import type { Runner } from '../db/index.ts'

/**
 * Number of times that processes begin work, or that it fails, without a step of it being stored: then it is given up, because it
 * may be what ends the processes (FAULT-9).
 */
export const ATTEMPTS = 3

interface Attempted {
  /** How often it was begun or failed without a step, with this time; default 1. */
  readonly attempts?: number
}

/** Whether work that ended its processes, or failed, as often as it may is begun once more: it is given up instead. */
export const isOneTooMany = ({ attempts = 1 }: Attempted): boolean => attempts > ATTEMPTS

/** Whether work that fails now is not begun again. `most`: the attempts at work that fails in a worse way. */
export const isLastAttempt = ({ attempts = 1 }: Attempted, most = ATTEMPTS): boolean => attempts >= most

/** Returns an SQL condition: the process whose id is in this column has ended or died. */
export const processIsGone = (column: string) =>
  `NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = ${column})`

/** A table whose rows are work, with the names of its columns. */
interface ClaimedTable {
  readonly table: string
  readonly id?: string
  readonly server?: string
  readonly attempts?: string
  /** The SQL of the attempts with the one that begins; default one more. */
  readonly counted?: string
  /** The SQL condition of rows that are not done; default all. */
  readonly isOpen?: string
  /** The SQL condition of rows whose work goes on; default all. */
  readonly isWanted?: string
  /** The column that says for what a row is taken: the same process may take it for something else meanwhile. */
  readonly state?: string
  /** Further SQL assignments of a row that is taken, and of one that is given back. */
  readonly taken?: string
  readonly released?: string
  /** Further columns that `takeUp` returns. */
  readonly also?: string
}

export interface Claimed {
  readonly id: number
  /** How often it was begun without a step, with this time. */
  readonly attempts: number
}

/** Of one row that is given back. */
interface Released {
  readonly id: number
  /** Its attempt counts, because it failed. */
  readonly isCounted?: boolean
  /** The state in which it was taken: in another one it is kept. */
  readonly state?: number
}

/** Statements are SQL that a store completes, with the placeholders of its values; RETURNING may follow. */
export interface ClaimedRows<Also> {
  /** Takes over open work of processes that are gone, at most so much, and counts it; parallel callers get different work. */
  takeUp(db: Runner, server: string, most?: number): Promise<(Claimed & Also)[]>
  /** A statement that takes the first row that meets a condition, and counts it; parallel callers get different rows. */
  takeNext(next: { readonly server: string; readonly where: string; readonly order: string }): string
  /** A statement that takes a row of nobody, or keeps one that the process has: only the first time is counted. */
  takeOne(one: {
    readonly id: string
    readonly server: string
    readonly where: string
    /** Further assignments; `isOneTooMany` is the SQL condition that it was begun too often. */
    set(isOneTooMany: string): string
  }): string
  /** A statement that makes rows wait on which no process works. */
  reopen(rows: {
    readonly server: string
    readonly working: string
    readonly where: string
    /** Further assignments; `isLast` is the SQL condition that it was begun as often as it may. */
    set(isLast: string): string
  }): string
  /** An SQL condition: the process is gone, or it is this one and works on other rows, because the database failed meanwhile. */
  isAbandoned(server: string, working: string): string
  /** An SQL condition: the row is open, and this process has it. Locking it keeps it so. */
  isHeld(id?: string, server?: string): string
  /** Gives back, uncounted, all open work of a process that ends, or one of it. */
  release(db: Runner, server: string, one?: Released): Promise<void>
  /** A statement for the one that stores a step of the work `$1`: its attempts are counted from the beginning. */
  readonly stepped: string
  /** Returns which of these the process still has. */
  stillHeld(db: Runner, ids: readonly number[], server: string): Promise<number[]>
}

const list = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ')

export function claimedRows<Also = unknown>(claimed: ClaimedTable): ClaimedRows<Also> {
  const { table, id = 'id', server: has = 'server_id', attempts = 'attempts', also } = claimed
  const { counted = `${attempts} + 1`, isOpen = 'true', isWanted = 'true', state, taken, released } = claimed
  const isGone = processIsGone(`${table}.${has}`)
  const taking = (server: string, count: string, more = taken) =>
    `UPDATE ${table} SET ${list(`${has} = ${server}`, `${attempts} = ${count}`, more)}`
  const next = (where: string, order: string, most: string) =>
    `(SELECT ${id} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ${most} FOR UPDATE SKIP LOCKED)`
  const isAbandoned = (server: string, working: string) =>
    `(${isGone} OR (${has} = ${server} AND ${id} <> ALL (${working}::bigint[])))`
  return {
    async takeUp(db, server, most) {
      const { rows } = await db.query<Claimed & Also>(
        `${taking('$1', counted)} WHERE ${id} IN ${next(`${isOpen} AND ${isGone}`, id, '$2')}
          RETURNING ${list(`${id} AS id`, `${attempts} AS attempts`, also)}`,
        [server, most ?? null],
      )
      return rows
    },
    takeNext: ({ server, where, order }) =>
      `${taking(server, counted)} WHERE ${id} = ${next(where, order, '1')}`,
    takeOne({ id: one, server, where, set }) {
      const count = `CASE ${has} WHEN ${server} THEN ${attempts} ELSE ${counted} END`
      return `${taking(server, count, list(taken, set(`${count} > ${ATTEMPTS}`)))}
        WHERE ${id} = ${one} AND ${where} AND (${has} IS NULL OR ${has} = ${server} OR ${isGone})`
    },
    reopen: ({ server, working, where, set }) =>
      `UPDATE ${table} SET ${list(`${has} = NULL`, set(`${attempts} >= ${ATTEMPTS}`))}
        WHERE ${where} AND ${isAbandoned(server, working)}`,
    isAbandoned,
    isHeld: (one = '$1', server = '$2') =>
      `${table}.${id} = ${one} AND ${table}.${has} = ${server} AND ${isOpen}`,
    async release(db, server, one) {
      const isIn = state !== undefined && one?.state !== undefined
      const uncounted = one?.isCounted ? undefined : `${attempts} = greatest(${attempts} - 1, 0)`
      await db.query(
        `UPDATE ${table} SET ${list(`${has} = NULL`, uncounted, released)}
          WHERE ${isOpen} AND ${has} = $1${one ? ` AND ${id} = $2` : ''}${isIn ? ` AND ${state} = $3` : ''}`,
        [server, ...(one ? [one.id] : []), ...(isIn ? [one?.state] : [])],
      )
    },
    stepped: `UPDATE ${table} SET ${attempts} = 1 WHERE ${id} = $1 AND ${attempts} > 1`,
    async stillHeld(db, ids, server) {
      const { rows } = await db.query<{ id: number }>(
        `SELECT ${id} AS id FROM ${table} WHERE ${id} = ANY ($1::bigint[]) AND ${has} = $2 AND ${isWanted}`,
        [ids, server],
      )
      return rows.map((row) => row.id)
    },
  }
}
