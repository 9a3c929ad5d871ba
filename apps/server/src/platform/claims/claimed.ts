// The SQL of claimed work: the process that has it, and how often one began it without storing a step of it.
import type { Runner } from '../db/index.ts'

/**
 * Number of times that processes begin work, or that it fails, without a step of it being stored: then it is given up, because it
 * may be what ends the processes (FAULT-9).
 */
export const ATTEMPTS = 3

/** Returns an SQL condition: the process whose id is in this column has ended or died. */
export const processIsGone = (column: string) =>
  `NOT EXISTS (SELECT 1 FROM servers WHERE servers.id = ${column})`

/** A table whose rows are work, with the names of its columns. */
interface ClaimedTable {
  readonly table: string
  readonly id?: string
  readonly server?: string
  readonly attempts?: string
  /** The SQL condition of rows that are not done; default all. */
  readonly isOpen?: string
  /** The SQL condition of rows whose work goes on; default all. */
  readonly isWanted?: string
  /** Further columns that `takeUp` returns. */
  readonly also?: string
}

export interface Claimed {
  readonly id: number
  /** How often it was begun without a step, with this time. */
  readonly attempts: number
}

export interface ClaimedRows<Also> {
  /** Takes over open work of processes that are gone, at most so much, and counts it; parallel callers get different work. */
  takeUp(db: Runner, server: string, most?: number): Promise<(Claimed & Also)[]>
  /** Gives back, uncounted, all open work of a process that ends, or one of it. */
  release(db: Runner, server: string, id?: number): Promise<void>
  /** A statement for the one that stores a step of the work `$1`: its attempts are counted from the beginning. */
  readonly stepped: string
  /** Returns which of these the process still has. */
  stillHeld(db: Runner, ids: readonly number[], server: string): Promise<number[]>
}

export function claimedRows<Also = unknown>({
  table,
  id = 'id',
  server: has = 'server_id',
  attempts = 'attempts',
  isOpen = 'true',
  isWanted = 'true',
  also,
}: ClaimedTable): ClaimedRows<Also> {
  return {
    async takeUp(db, server, most) {
      const { rows } = await db.query<Claimed & Also>(
        `UPDATE ${table} SET ${has} = $1, ${attempts} = ${attempts} + 1
          WHERE ${id} IN (SELECT ${id} FROM ${table} WHERE ${isOpen} AND ${processIsGone(`${table}.${has}`)}
            ORDER BY ${id} LIMIT $2 FOR UPDATE SKIP LOCKED)
          RETURNING ${[`${id} AS id`, `${attempts} AS attempts`, ...(also ? [also] : [])].join(', ')}`,
        [server, most ?? null],
      )
      return rows
    },
    async release(db, server, one) {
      await db.query(
        `UPDATE ${table} SET ${has} = NULL, ${attempts} = greatest(${attempts} - 1, 0)
          WHERE ${isOpen} AND ${has} = $1 AND ($2::bigint IS NULL OR ${id} = $2)`,
        [server, one ?? null],
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
