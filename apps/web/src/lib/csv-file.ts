import { toCsv, withoutFormula } from './csv.ts'

/** Spreadsheets detect UTF-8 only with a byte order mark. */
const BYTE_ORDER_MARK = '\ufeff'

/** Returns rows as a CSV file in UTF-8; a spreadsheet runs no cell as a formula. */
export const csvBlob = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`${BYTE_ORDER_MARK}${toCsv(rows.map((row) => row.map(withoutFormula)))}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })
