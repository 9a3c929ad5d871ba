// Workbooks that are encrypted with the default password of Excel, and with another one.
import { createCipheriv, createHash } from 'node:crypto'
import { CFB, utils, write } from '@e965/xlsx'
import { afterAll, expect, test } from 'vitest'
import { loadReader } from '../formats/index.ts'
import { openDocuments } from '../index.ts'
import { sheet, word, zip } from '../test/zip.ts'
import { toldType } from '../types/by-bytes.ts'
import { loadUnlock } from './unlock.ts'

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const XLS = 'application/vnd.ms-excel'
const DEFAULT = 'VelvetSweatshop'
const documents = openDocuments()
afterAll(() => documents.close())

const extract = async (bytes: Buffer) =>
  (await documents.extract({ mimeType: SHEET, bytes }, { key: '1' })).text

/** Reads a workbook in this process. */
async function read(bytes: Buffer, assumed: string): Promise<string> {
  const told = toldType(bytes, assumed)
  if ('refused' in told) throw new Error(told.refused)
  const opened = (await loadUnlock(told.mimeType, bytes))(bytes)
  const { blocks } = await (await loadReader(told.mimeType, false, opened))(opened)
  return blocks.map(({ text }) => text).join('\n')
}

const hash = (name: string, ...parts: Buffer[]) => createHash(name).update(Buffer.concat(parts)).digest()
const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])
const container = (parts: Readonly<Record<string, Buffer>>): Buffer => {
  const made = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(parts)) CFB.utils.cfb_add(made, `/${name}`, content)
  return Buffer.from(CFB.write(made, { type: 'buffer' }) as Buffer)
}
const SALT = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
const SAMPLE = Buffer.from('an example of it')

function passwordHash(name: string, password: string, rounds: number): Buffer {
  let value = hash(name, SALT, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < rounds; round++) value = hash(name, number(round), value)
  return value
}

/** Returns a document as Office 2010 and later encrypt it. */
function agile(plain: Buffer, password: string): Buffer {
  const cbc = (key: Buffer, iv: Buffer, bytes: Buffer) => {
    const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
    return Buffer.concat([cipher.update(padded(bytes)), cipher.final()])
  }
  const start = passwordHash('sha512', password, 1_000)
  const sealed = (block: string, bytes: Buffer) =>
    cbc(hash('sha512', start, Buffer.from(block, 'hex')).subarray(0, 32), SALT, bytes).toString('base64')
  const key = Buffer.alloc(32, 7)
  const common = `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${SALT.toString('base64')}"`
  const own = `spinCount="1000" encryptedVerifierHashInput="${sealed('fea7d2763b4b9e79', SAMPLE)}" encryptedVerifierHashValue="${sealed('d7aa0f6d3061344e', hash('sha512', SAMPLE))}" encryptedKeyValue="${sealed('146e0be7abacd0d6', key)}"`
  const xml = `<encryption xmlns="e" xmlns:p="p"><keyData ${common}/><keyEncryptors><keyEncryptor uri="p"><p:encryptedKey ${common} ${own}/></keyEncryptor></keyEncryptors></encryption>`
  const segments = Array.from({ length: Math.ceil(plain.length / 4_096) }, (_, at) =>
    cbc(key, hash('sha512', SALT, number(at)).subarray(0, 16), plain.subarray(at * 4_096, (at + 1) * 4_096)),
  )
  return container({
    EncryptionInfo: Buffer.concat([Buffer.from('0400040040000000', 'hex'), Buffer.from(xml)]),
    EncryptedPackage: Buffer.concat([number(plain.length), number(0), ...segments]),
  })
}

/** Returns a document as Office 2007 encrypts it. */
function standard(plain: Buffer, password: string): Buffer {
  const start = hash('sha1', passwordHash('sha1', password, 50_000), number(0))
  const half = (pad: number) =>
    hash('sha1', Buffer.from(Array.from({ length: 64 }, (_, at) => pad ^ (start[at] ?? 0))))
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, 16)
  const ecb = (bytes: Buffer) => {
    const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
    return Buffer.concat([cipher.update(padded(bytes)), cipher.final()])
  }
  const header = Buffer.concat([
    number(0x24),
    number(0),
    number(0x660e),
    number(0x8004),
    number(128),
    Buffer.alloc(14),
  ])
  const verifier = [number(16), SALT, ecb(SAMPLE), number(20), ecb(hash('sha1', SAMPLE))]
  return container({
    EncryptionInfo: Buffer.concat([
      Buffer.from('0300020024000000', 'hex'),
      number(header.length),
      header,
      ...verifier,
    ]),
    EncryptedPackage: Buffer.concat([number(plain.length), number(0), ecb(plain)]),
  })
}

const BOOK = zip({ ...sheet('Sofia'), 'more.bin': Buffer.alloc(9_000, 'x') })

test.each([
  ['Office 2010', agile],
  ['Office 2007', standard],
])(
  'a workbook that %s encrypted with the default password is read, one with another is not',
  async (_, lock) => {
    expect(await read(lock(BOOK, DEFAULT), SHEET)).toContain('Sofia')
    expect(await read(lock(BOOK, DEFAULT), XLS)).toContain('Sofia')
    await expect(read(lock(BOOK, 'secret'), SHEET)).rejects.toMatchObject({ code: 'encrypted' })
  },
)

test('a workbook is opened in the process of readers, before its archive is checked', async () => {
  expect(await extract(agile(BOOK, DEFAULT))).toContain('Sofia')
  await expect(extract(agile(BOOK, 'secret'))).rejects.toMatchObject({ code: 'encrypted' })
})

test('an archive in an encrypted workbook has the limits of others', async () => {
  const bomb = zip({ ...sheet('x'), a: Buffer.alloc(9_000_000) }, { deflate: true })
  await expect(extract(agile(bomb, DEFAULT))).rejects.toMatchObject({ code: 'too_large' })
})

test('other documents with a password are refused before they are read', () => {
  const locked = agile(zip(word('x')), 'secret')
  expect(toldType(locked, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')).toEqual(
    { refused: 'encrypted' },
  )
})

/** Encrypts and decrypts. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at)
  const at = (index: number) => state[index] ?? 0
  const swap = (one: number, other: number) => ([state[one], state[other]] = [at(other), at(one)])
  for (let one = 0, other = 0; one < 256; one++)
    swap(one, (other = (other + at(one) + (key[one % key.length] ?? 0)) & 255))
  let [one, other] = [0, 0]
  return Buffer.from(
    [...bytes].map((byte) => {
      one = (one + 1) & 255
      other = (other + at(one)) & 255
      swap(one, other)
      return byte ^ at((at(one) + at(other)) & 255)
    }),
  )
}

const plainBook = () => {
  const book = utils.book_new(
    utils.aoa_to_sheet([
      ['Town', 'Rate'],
      ['Sofia', 12.5],
      ['Größe', 'x'.repeat(3_000)],
    ]),
    'Plan',
  )
  const made = CFB.read(write(book, { type: 'buffer', bookType: 'xls' }) as Buffer, { type: 'buffer' })
  return Buffer.from(CFB.find(made, '/Workbook')?.content ?? [])
}

type Change = (content: Buffer, at: number, whole: Buffer) => Buffer

/** Returns an old workbook with a record that says how the others are encrypted; `change` encrypts them. */
function oldBook(pass: Buffer, change: Change): Buffer {
  const book = plainBook()
  const first = 4 + book.readUInt16LE(2)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(0x2f)
  head.writeUInt16LE(pass.length, 2)
  const whole = Buffer.concat([book.subarray(0, first), head, pass, book.subarray(first)])
  const shift = head.length + pass.length
  const made = Buffer.from(whole)
  for (let at = 0; at + 4 <= whole.length; at += 4 + whole.readUInt16LE(at + 2)) {
    const [kind, from, to] = [whole.readUInt16LE(at), at + 4, at + 4 + whole.readUInt16LE(at + 2)]
    if ([0x0809, 0x2f, 0xe1].includes(kind)) continue
    const skipped = kind === 0x85 ? 4 : 0
    if (skipped > 0) made.writeUInt32LE(whole.readUInt32LE(from) + shift, from)
    change(whole.subarray(from, to), from, whole).copy(made, from + skipped, skipped)
  }
  return container({ Workbook: made })
}

function withBlocks(keyOf: (block: number) => Buffer): Change {
  return (content, from, whole) => {
    const blocks: Buffer[] = []
    for (let at = 0; at < whole.length; at += 1_024)
      blocks.push(rc4(keyOf(at / 1_024), whole.subarray(at, at + 1_024)))
    return Buffer.concat(blocks).subarray(from, from + content.length)
  }
}

function rc4Of97(password: string): Buffer {
  const start = hash('md5', Buffer.from(password, 'utf16le')).subarray(0, 5)
  const mixed = hash('md5', ...Array.from({ length: 16 }, () => [start, SALT]).flat()).subarray(0, 5)
  const keyOf = (block: number) => hash('md5', mixed, number(block))
  const verifier = rc4(keyOf(0), Buffer.concat([SAMPLE, hash('md5', SAMPLE)]))
  return oldBook(Buffer.concat([Buffer.from('010001000100', 'hex'), SALT, verifier]), withBlocks(keyOf))
}

function rc4Of2002(password: string): Buffer {
  const start = hash('sha1', SALT, Buffer.from(password, 'utf16le'))
  const keyOf = (block: number) => hash('sha1', start, number(block)).subarray(0, 16)
  const header = Buffer.concat([
    number(4),
    number(0),
    number(0x6801),
    number(0x8004),
    number(128),
    Buffer.alloc(14),
  ])
  const verifier = rc4(keyOf(0), Buffer.concat([SAMPLE, hash('sha1', SAMPLE)]))
  const own = [number(16), SALT, verifier.subarray(0, 16), number(20), verifier.subarray(16)]
  const pass = [Buffer.from('010002000200', 'hex'), number(4), number(header.length), header, ...own]
  return oldBook(Buffer.concat(pass), withBlocks(keyOf))
}

const HIDING = Buffer.from('876b9ae21ee305621e699660986e9404', 'hex')
const hidden = (verifier: number): Buffer => {
  const pass = Buffer.from('0000' + '0000' + '0000', 'hex')
  pass.writeUInt16LE(verifier, 4)
  return oldBook(
    pass,
    (content, at) =>
      content.map((byte, index) => {
        const turned = (byte >> 3) | (byte << 5)
        return turned ^ (HIDING[(at + content.length + index) % 16] ?? 0)
      }) as Buffer,
  )
}

test.each([
  ['Excel 97', rc4Of97(DEFAULT), rc4Of97('secret')],
  ['Excel 2002', rc4Of2002(DEFAULT), rc4Of2002('secret')],
  ['a program that hides letters', hidden(0x9a0a), hidden(0x1234)],
])(
  'an old workbook that %s encrypted with the default password is read, one with another is not',
  async (_, known, unknown) => {
    expect(await read(known, XLS)).toContain('Sofia | 12.5\nGröße | xxx')
    await expect(read(unknown, XLS)).rejects.toMatchObject({ code: 'encrypted' })
  },
)
