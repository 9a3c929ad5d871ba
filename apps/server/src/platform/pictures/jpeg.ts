// Reads JPEG files and strips everything but the picture (ITU-T T.81, annex B; JFIF 1.02). Pure.

/** A picture's dimensions, and its file without metadata; undefined for an invalid file. */
export interface BarePicture {
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const ADOBE = 0xee
const COMMENT = 0xfe
/** Frame types that browsers support: baseline, extended and progressive, with Huffman codes. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
/** Huffman tables, quantisation tables, restart intervals. */
const TABLES = new Set([0xc4, 0xdb, 0xdd])

/** JFIF 1.01 header without density and thumbnail. */
const PLAIN_JFIF = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
const ADOBE_LENGTH = 12
/** A progressive picture has about ten scans; thousands would keep a browser busy. */
const MAX_SCANS = 100

interface Segment {
  readonly marker: number
  /** The bytes between the length and the next segment. */
  readonly data: Buffer
  /** The whole segment with its marker; for a scan without the image data. */
  readonly whole: Buffer
  readonly end: number
}

/** Returns the picture of a JPEG file; undefined when it is damaged, truncated, or contains more than a picture. */
export function bareJpeg(file: Buffer): BarePicture | undefined {
  if (file[0] !== 0xff || file[1] !== SOI) return undefined
  const kept: Buffer[] = [file.subarray(0, 2)]
  let frame: { width: number; height: number } | undefined
  let scans = 0
  for (let at = 2; ;) {
    const segment = segmentAt(file, at)
    if (!segment) return undefined
    const { marker, data, whole } = segment
    at = segment.end
    if (marker === EOI) {
      if (!frame || scans === 0 || at !== file.length) return undefined
      return { ...frame, bytes: Buffer.concat([...kept, whole]) }
    }
    if (FRAMES.has(marker)) {
      if (frame) return undefined
      frame = frameOf(data)
      if (!frame) return undefined
      kept.push(whole)
    } else if (marker === SOS) {
      if (!frame || ++scans > MAX_SCANS) return undefined
      at = endOfScan(file, at)
      kept.push(whole, file.subarray(segment.end, at))
    } else if (TABLES.has(marker)) kept.push(whole)
    else if (marker === APP0 && kept.length === 1 && data.toString('latin1', 0, 5) === 'JFIF\0')
      kept.push(PLAIN_JFIF)
    else if (marker === ADOBE && data.length === ADOBE_LENGTH && data.toString('latin1', 0, 5) === 'Adobe')
      kept.push(whole)
    else if (marker !== COMMENT && (marker & 0xf0) !== APP0) return undefined
  }
}

function segmentAt(file: Buffer, from: number): Segment | undefined {
  if (file[from] !== 0xff) return undefined
  // A marker can be preceded by any number of fill bytes.
  let at = from + 1
  while (file[at] === 0xff) at++
  const marker = file[at]
  if (marker === undefined) return undefined
  if (marker === EOI) {
    const whole = Buffer.from([0xff, EOI])
    return { marker, data: Buffer.alloc(0), whole, end: at + 1 }
  }
  if (at + 3 > file.length) return undefined
  const length = file.readUInt16BE(at + 1)
  const end = at + 1 + length
  if (length < 2 || end > file.length) return undefined
  return { marker, data: file.subarray(at + 3, end), whole: file.subarray(at - 1, end), end }
}

function frameOf(data: Buffer): { width: number; height: number } | undefined {
  if (data.length < 6) return undefined
  const height = data.readUInt16BE(1)
  const width = data.readUInt16BE(3)
  const components = data[5] ?? 0
  const fits = [1, 3, 4].includes(components) && data.length === 6 + 3 * components
  return fits && width > 0 && height > 0 ? { width, height } : undefined
}

/** Returns the end of a scan's data: the first marker except stuffed 0xff bytes and restarts, else the end of the file. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}
