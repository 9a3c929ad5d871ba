// Tables as text, after RFC 4180.

/** Rows as CSV: CRLF between lines, quotes where a cell needs them. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cell).join(',')).join('\r\n')
}

const cell = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A cell that a spreadsheet would run as a formula becomes one that it shows (OWASP, CSV injection). */
export const withoutFormula = (text: string): string =>
  /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text
