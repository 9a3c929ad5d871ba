// Workbooks of Excel 97 to 2003, which are encrypted record by record ([MS-XLS] 2.2.10, [MS-OFFCRYPTO] 2.3.5 to 2.3.7).
import { createHash } from 'node:crypto'

const FILE_PASS = 0x2f
/** Settings of a printer, which readers skip. */
const SKIPPED = 0x4d
const SHEET = 0x85
/** Records that are never encrypted: beginnings, and what says how and for whom the file is locked. */
const PLAIN = new Set([0x0809, FILE_PASS, 0x0195, 0xe1, 0x0196, 0x0138, 0x0194])
/** Records before the one that says how the others are encrypted. */
const BEFORE = 10
const BLOCK = 1_024
/** What the default password becomes where letters are only hidden: the number that tells it, and the bytes that hide. */
const HIDDEN = { verifier: 0x9a0a, bytes: Buffer.from('876b9ae21ee305621e699660986e9404', 'hex') }

/** Returns a record as it is without encryption. */
type Open = (record: StoredRecord) => Buffer

/** Returns the stream of a workbook without encryption; undefined if the password is another one, or the encryption none that is known. */
export function openRecords(book: Buffer, password: Buffer): Buffer | undefined {
  const pass = [...recordsOf(book, BEFORE)].find(({ kind }) => kind === FILE_PASS)
  if (!pass) return book
  const open = openerOf(book, pass, password)
  if (!open) return undefined
  const whole = Buffer.from(book)
  whole.writeUInt16LE(SKIPPED, pass.at - 4)
  for (const record of recordsOf(book)) {
    // The first number of a sheet's record, its place, is not encrypted.
    const from = record.kind === SHEET ? 4 : 0
    if (!PLAIN.has(record.kind)) open(record).copy(whole, record.at + from, from)
  }
  return whole
}

function openerOf(book: Buffer, { at, size }: StoredRecord, password: Buffer): Open | undefined {
  const pass = book.subarray(at, at + size)
  const how = size === 4 ? 0 : pass.readUInt16LE(0)
  if (how === 0)
    return pass.readUInt16LE(size - 2) === HIDDEN.verifier ? (record) => shown(book, record) : undefined
  const keyOf = keysOf(pass, password)
  if (!keyOf) return undefined
  const opened = openBlocks(book, keyOf)
  return (record) => opened.subarray(record.at, record.at + record.size)
}

/** Returns a record whose letters are hidden by bytes that follow each other. */
function shown(book: Buffer, { at, size }: StoredRecord): Buffer {
  const content = Buffer.from(book.subarray(at, at + size))
  content.forEach((byte, index) => {
    const value = byte ^ (HIDDEN.bytes[(at + size + index) % HIDDEN.bytes.length] ?? 0)
    content[index] = (value << 3) | (value >> 5)
  })
  return content
}

interface StoredRecord {
  readonly kind: number
  /** Where its content begins. */
  readonly at: number
  readonly size: number
}

function* recordsOf(book: Buffer, most = Infinity): Generator<StoredRecord> {
  let at = 0
  for (let count = 0; count < most && at + 4 <= book.length; count++) {
    const size = book.readUInt16LE(at + 2)
    yield { kind: book.readUInt16LE(at), at: at + 4, size }
    at += 4 + size
  }
}

/** Returns the key of a block. */
type KeyOf = (block: number) => Buffer

function keysOf(pass: Buffer, password: Buffer): KeyOf | undefined {
  const [major, minor] = [pass.readUInt16LE(2), pass.readUInt16LE(4)]
  if (major === 1 && minor === 1) return keys40(pass.subarray(6), password)
  return minor === 2 ? keysOfApi(pass.subarray(6), password) : undefined
}

/** Keys of 40 bits from MD5. */
function keys40(info: Buffer, password: Buffer): KeyOf | undefined {
  const salt = info.subarray(0, 16)
  const start = createHash('md5').update(password).digest().subarray(0, 5)
  const mixed = createHash('md5')
    .update(Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([start, salt]))))
    .digest()
    .subarray(0, 5)
  const keyOf = (block: number) => createHash('md5').update(mixed).update(numberOf(block)).digest()
  return fits(keyOf(0), info.subarray(16, 48), 'md5') ? keyOf : undefined
}

/** Keys of 40 to 128 bits from SHA-1. */
function keysOfApi(info: Buffer, password: Buffer): KeyOf | undefined {
  const at = 8 + info.readUInt32LE(4)
  const bytes = (info.readUInt32LE(8 + 16) || 40) / 8
  const start = createHash('sha1')
    .update(info.subarray(at + 4, at + 20))
    .update(password)
    .digest()
  const keyOf = (block: number) => {
    const key = createHash('sha1').update(start).update(numberOf(block)).digest().subarray(0, bytes)
    return bytes === 5 ? Buffer.concat([key, Buffer.alloc(11)]) : key
  }
  const verifier = Buffer.concat([info.subarray(at + 20, at + 36), info.subarray(at + 40, at + 60)])
  return fits(keyOf(0), verifier, 'sha1') ? keyOf : undefined
}

/** Whether a key opens the sample that the file has for it, and its hash. */
function fits(key: Buffer, verifier: Buffer, hash: string): boolean {
  const sample = rc4(key, verifier)
  return createHash(hash).update(sample.subarray(0, 16)).digest().equals(sample.subarray(16))
}

function numberOf(block: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(block)
  return bytes
}

function openBlocks(book: Buffer, keyOf: KeyOf): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < book.length; at += BLOCK)
    blocks.push(rc4(keyOf(at / BLOCK), book.subarray(at, at + BLOCK)))
  return Buffer.concat(blocks)
}

/** RC4, which the OpenSSL of Node does not have any more. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    const kept = state[one] ?? 0
    state[one] = state[other] ?? 0
    state[other] = kept
    return ((state[one] ?? 0) + kept) & 0xff
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff
    swap(at, other)
  }
  let [one, other] = [0, 0]
  return bytes.map((byte) => {
    one = (one + 1) & 0xff
    other = (other + (state[one] ?? 0)) & 0xff
    return byte ^ (state[swap(one, other)] ?? 0)
  }) as Buffer
}
