// The mails of a file: one, or all of a mailbox (mbox), and those that the mail program of Apple stores.

/** The line before a mail of a mailbox: who sent it, and when. */
const START = /^From [^\n]{0,400}\d\d?:\d\d[^\n]{0,60}$/
const MARK = Buffer.from('\nFrom ')
const LINE = 500
/** A line with the size of the mail begins a file of Apple, and settings follow the mail. */
const SIZED = /^(\d{1,10}) {0,10}\r?\n/
/** Mails of a mailbox; the rest is left out with a warning. */
const MOST = 2_000

/** Returns the bytes of each mail, and whether there are more. */
export function mailsIn(file: Uint8Array): {
  readonly mails: readonly Uint8Array[]
  readonly isCut: boolean
} {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
  const sized = SIZED.exec(bytes.toString('latin1', 0, LINE))
  if (sized) {
    const from = sized[0].length
    return { mails: [bytes.subarray(from, from + Number(sized[1]))], isCut: false }
  }
  const starts: number[] = isStart(bytes, 0) ? [0] : []
  for (
    let at = starts.length > 0 ? bytes.indexOf(MARK) : -1;
    at >= 0 && starts.length <= MOST;
    at = bytes.indexOf(MARK, at + 1)
  )
    if (isAfterEmpty(bytes, at) && isStart(bytes, at + 1)) starts.push(at + 1)
  if (starts.length === 0) return { mails: [file], isCut: false }
  const mails = starts.map((from, index) => bytes.subarray(from, starts[index + 1]))
  return { mails: mails.slice(0, MOST), isCut: mails.length > MOST }
}

function isStart(bytes: Buffer, at: number): boolean {
  const end = bytes.indexOf(0x0a, at)
  return START.test(
    bytes.toString('latin1', at, Math.min(end < 0 ? bytes.length : end, at + LINE)).replace('\r', ''),
  )
}

/** Whether the line that ends here is empty. */
const isAfterEmpty = (bytes: Buffer, at: number): boolean =>
  bytes[at - 1] === 0x0a || (bytes[at - 1] === 0x0d && bytes[at - 2] === 0x0a)
