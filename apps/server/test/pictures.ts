// Image files, valid ones and ones with unwanted content.
import { crc32, deflateSync } from 'node:zlib'

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Returns a PNG chunk with its checksum. */
export function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('00000000000000000802000000', 'hex')
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return chunk('IHDR', header)
}

/** Returns a PNG of one colour; inserts `extra` chunks before its data and pads it to `size` bytes. */
export function png({
  width = 2,
  height = 2,
  extra = [] as readonly Buffer[],
  data = deflateSync(Buffer.alloc(height * (1 + width * 3), 7)) as Buffer,
  size = 0,
} = {}): Buffer {
  const file = (filling: Buffer) =>
    Buffer.concat([
      PNG_SIGNATURE,
      pngHeader(width, height),
      ...extra,
      chunk('IDAT', Buffer.concat([data, filling])),
      chunk('IEND'),
    ])
  const bare = file(Buffer.alloc(0))
  return size > bare.length ? file(Buffer.alloc(size - bare.length)) : bare
}

/** Returns a JPEG segment. */
export function segment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Returns a grey JPEG; `extra` segments follow its start, `after` follows its end. */
export function jpeg({
  width = 8,
  height = 8,
  extra = [] as readonly Buffer[],
  after = Buffer.alloc(0) as Buffer,
} = {}): Buffer {
  const frame = Buffer.from('080000000001011100', 'hex')
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const table = (kind: number) => Buffer.concat([Buffer.from([kind, 1]), Buffer.alloc(15), Buffer.from([0])])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    ...extra,
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, frame),
    segment(0xc4, table(0x00)),
    segment(0xc4, table(0x10)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // A stuffed byte and a restart marker belong to the data.
    Buffer.from([0x3f, 0xff, 0x00, 0x12, 0xff, 0xd0, 0x3f]),
    Buffer.from([0xff, 0xd9]),
    after,
  ])
}
