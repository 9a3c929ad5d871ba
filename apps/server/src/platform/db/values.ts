// Type parsers for database values, the same for both implementations.
import pg from 'pg'

// The type definitions of node-postgres lack array types.
const INT8_ARRAY: number = 1016
const NUMERIC_ARRAY: number = 1231
const TEXT_ARRAY: number = 1009

/**
 * Parses int8 and numeric as number, alone and in arrays; node-postgres returns text. Process-wide, because drizzle uses the
 * module's parsers, not a connection's. Ids and counts stay below 2^53.
 */
export function readNumbersAsNumbers(): void {
  const texts = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[]
  const numbers = (text: string) => texts(text).map((item) => (item === null ? null : Number(item)))
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  pg.types.setTypeParser(INT8_ARRAY, numbers)
  pg.types.setTypeParser(NUMERIC_ARRAY, numbers)
}
