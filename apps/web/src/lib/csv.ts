// Tables as CSV (RFC 4180).

/** Returns rows as CSV: CRLF between lines, quotes where a cell needs them. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cell).join(',')).join('\r\n')
}

const cell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Escapes a cell that a spreadsheet would run as a formula (OWASP, CSV injection). */
export const withoutFormula = (text: string): string =>
  /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
