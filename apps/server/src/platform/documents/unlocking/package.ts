// Office documents since 2007 that are encrypted as a whole ([MS-OFFCRYPTO] 2.3.4).
import { createDecipheriv, createHash } from 'node:crypto'
import { decodeXml, firstOf, type ParseXml, type XmlNode } from '../formats/xml.ts'

interface Locked {
  /** Says how the document is encrypted. */
  readonly info: Buffer
  readonly packed: Buffer
  readonly password: Buffer
  readonly parse: ParseXml
}

/** Returns the document; undefined if the password is another one, or the encryption none that is known. */
export function openPackage(locked: Locked): Buffer | undefined {
  const [major, minor] = [locked.info.readUInt16LE(0), locked.info.readUInt16LE(2)]
  const open = major === 4 && minor === 4 ? openAgile : minor === 2 ? openStandard : undefined
  const packed = locked.packed.subarray(SIZE)
  return open?.({ ...locked, packed })?.subarray(0, Number(locked.packed.readBigUInt64LE(0)))
}

/** Bytes before the content that say how long it is. */
const SIZE = 8
const BLOCK = 16
const STANDARD_ROUNDS = 50_000
/** Rounds of a file's own; Excel takes 100,000. */
const MOST_ROUNDS = 1_000_000

function passwordHash(algorithm: string, salt: Buffer, password: Buffer, rounds: number): Buffer {
  let hash = createHash(algorithm).update(salt).update(password).digest()
  const count = Buffer.alloc(4)
  for (let round = 0; round < rounds; round++) {
    count.writeUInt32LE(round)
    hash = createHash(algorithm).update(count).update(hash).digest()
  }
  return hash
}

function decipher(kind: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const cipher = createDecipheriv(kind, key, iv).setAutoPadding(false)
  const whole = bytes.subarray(0, bytes.length - (bytes.length % BLOCK))
  return Buffer.concat([cipher.update(whole), cipher.final()])
}

/** Standard encryption: AES, block by block, with a key from SHA-1. */
function openStandard({ info, packed, password }: Locked): Buffer | undefined {
  const headerSize = info.readUInt32LE(8)
  const bits = info.readUInt32LE(12 + 16)
  const at = 12 + headerSize
  const salt = info.subarray(at + 4, at + 20)
  const verifier = info.subarray(at + 20, at + 36)
  const verifierHash = info.subarray(at + 40, at + 72)
  if (!KEY_BITS.has(bits) || verifierHash.length < 32) return undefined
  const hash = createHash('sha1')
    .update(passwordHash('sha1', salt, password, STANDARD_ROUNDS))
    .update(Buffer.alloc(4))
    .digest()
  const half = (pad: number) =>
    createHash('sha1')
      .update(Buffer.alloc(64, pad).map((byte, index) => byte ^ (hash[index] ?? 0)))
      .digest()
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, bits / 8)
  const kind = `aes-${bits}-ecb`
  const expected = createHash('sha1')
    .update(decipher(kind, key, null, verifier))
    .digest()
  if (!decipher(kind, key, null, verifierHash).subarray(0, 20).equals(expected)) return undefined
  return decipher(kind, key, null, packed)
}

const BLOCK_KEYS = {
  input: Buffer.from('fea7d2763b4b9e79', 'hex'),
  value: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
}
const SEGMENT = 4_096
const KEY_BITS = new Set([128, 192, 256])
const HASHES: ReadonlyMap<string, string> = new Map([
  ['SHA1', 'sha1'],
  ['SHA-1', 'sha1'],
  ['SHA256', 'sha256'],
  ['SHA384', 'sha384'],
  ['SHA512', 'sha512'],
])

interface Sealed {
  readonly hash: string
  readonly salt: Buffer
  readonly bits: number
  readonly value: (name: string) => string
}

/** Agile encryption: AES in chains, as an XML text describes it. */
function openAgile({ info, packed, password, parse }: Locked): Buffer | undefined {
  const described = parse(decodeXml(info.subarray(8)))
  const [data, own] = [sealed(firstOf(described, 'keyData')), sealed(firstOf(described, 'encryptedKey'))]
  const rounds = Number(own?.value('spinCount'))
  if (!data || !own || !(rounds <= MOST_ROUNDS)) return undefined
  const hash = passwordHash(own.hash, own.salt, password, rounds)
  const open = (name: string, block: Buffer) =>
    decipher(
      `aes-${own.bits}-cbc`,
      toLength(createHash(own.hash).update(hash).update(block).digest(), own.bits / 8),
      toLength(own.salt, BLOCK),
      Buffer.from(own.value(name), 'base64'),
    )
  const size = createHash(own.hash).digest().length
  const expected = createHash(own.hash).update(open('encryptedVerifierHashInput', BLOCK_KEYS.input)).digest()
  if (!open('encryptedVerifierHashValue', BLOCK_KEYS.value).subarray(0, size).equals(expected))
    return undefined
  const key = open('encryptedKeyValue', BLOCK_KEYS.key).subarray(0, data.bits / 8)
  return segments(packed, data, key)
}

function segments(packed: Buffer, { hash, salt, bits }: Sealed, key: Buffer): Buffer {
  const parts: Buffer[] = []
  const number = Buffer.alloc(4)
  for (let at = 0; at < packed.length; at += SEGMENT) {
    number.writeUInt32LE(at / SEGMENT)
    const iv = toLength(createHash(hash).update(salt).update(number).digest(), BLOCK)
    parts.push(decipher(`aes-${bits}-cbc`, key, iv, packed.subarray(at, at + SEGMENT)))
  }
  return Buffer.concat(parts)
}

function sealed(node: XmlNode | undefined): Sealed | undefined {
  const value = (name: string) => node?.attributes[name] ?? ''
  const [hash, bits] = [HASHES.get(value('hashAlgorithm')), Number(value('keyBits'))]
  const isKnown = value('cipherAlgorithm') === 'AES' && value('cipherChaining') === 'ChainingModeCBC'
  if (!hash || !isKnown || !KEY_BITS.has(bits)) return undefined
  return { hash, bits, salt: Buffer.from(value('saltValue'), 'base64'), value }
}

const toLength = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length)
