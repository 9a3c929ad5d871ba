// The code page of workbooks before Excel 97 that name none, as some programs write them: that of their fonts.

/** Code pages by the numbers of character sets of Windows. */
const PAGES: Readonly<Record<number, number>> = {
  77: 10_000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1_253,
  162: 1_254,
  163: 1_258,
  177: 1_255,
  178: 1_256,
  186: 1_257,
  204: 1_251,
  222: 874,
  238: 1_250,
}
/** The record that begins such a workbook, after its length: its version and that it is no sheet. */
const BEGIN = Buffer.from('00050500', 'hex')
const BEGIN_RECORD = 0x0809
const END_RECORD = 0x0a
const CODE_PAGE_RECORD = 0x42
const FONT_RECORD = 0x31
const CHARSET_AT = 12
/** Records before the first sheet. */
const MAX_RECORDS = 10_000

/** Returns the code page by which texts are decoded if the workbook names none; undefined where its fonts do not tell. */
export function pageOfFonts(bytes: Buffer): number | undefined {
  const counts = new Map<number, number>()
  for (const { record, content } of recordsOf(bytes)) {
    if (record === CODE_PAGE_RECORD) return undefined
    const page = record === FONT_RECORD ? PAGES[content[CHARSET_AT] ?? 0] : undefined
    if (page !== undefined) counts.set(page, (counts.get(page) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

function* recordsOf(bytes: Buffer): Generator<{ record: number; content: Buffer }> {
  let at = bytes.indexOf(BEGIN) - 4
  if (at < 0 || bytes.readUInt16LE(at) !== BEGIN_RECORD) return
  for (let count = 0; count < MAX_RECORDS && at + 4 <= bytes.length; count++) {
    const record = bytes.readUInt16LE(at)
    if (record === END_RECORD) return
    const from = at + 4
    at = from + bytes.readUInt16LE(at + 2)
    yield { record, content: bytes.subarray(from, at) }
  }
}
