import { decodeText } from './decode.ts'
import { unpaged, type Reader } from './reader.ts'
import { tableBlock } from './tables.ts'

const MAX_CELLS = 200_000

/** Loads the reader of comma-separated values. */
export async function loadCsv(): Promise<Reader> {
  const { default: papa } = await import('papaparse')
  return (bytes) => {
    const { data } = papa.parse<string[]>(decodeText(bytes), { skipEmptyLines: true })
    let cells = 0
    const rows = data.filter((row) => (cells += row.length) <= MAX_CELLS)
    const table = tableBlock(rows)
    const warnings = rows.length < data.length ? [{ code: 'cells_cut' as const, pages: [] }] : []
    return Promise.resolve({ ...unpaged(table ? [table] : []), warnings })
  }
}
