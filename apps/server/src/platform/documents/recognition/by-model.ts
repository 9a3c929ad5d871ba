// Has the pictures of pages read by a model outside this process, and by text recognition where that fails (decision 115).
import { deflateSync, crc32 } from 'node:zlib'
import { append, type Block, type ReadWarning } from '../blocks.ts'
import type { AskedModel, NotSeenReason, Picture } from '../child.ts'
import { readMarkdown } from '../formats/markdown/markdown.ts'
import type { Gray } from './gray.ts'
import type { Recognized } from './paragraphs.ts'
import { pictureFacts } from './picture-file.ts'

/** Pixels of a page that a model gets: models make larger pictures smaller. */
const MOST_PIXELS = 4_000_000
/** Bytes of a picture file that a model gets. */
const MOST_BYTES = 20_000_000
/** Failures one after the other from which on the model is not asked for other pages. */
const MOST_FAILURES = 3
/** Milliseconds for all pages of a document that a model reads; the others are left to text recognition. */
const DOCUMENT_MS = 3_600_000

/** What the model answered; or why it did not. */
export type Seen = { readonly text: string } | { readonly failed: NotSeenReason }

/** Sends a picture to the model and returns what it answered. */
export type Ask = (picture: Picture) => Promise<Seen>

export interface ModelReader {
  /** Returns the text of a page, or of a picture without a number; `otherwise` recognises it where the model fails. */
  read(
    picture: Picture | undefined,
    otherwise: () => Promise<Recognized | undefined>,
    page?: number,
  ): Promise<Recognized | undefined>
  /** Returns which pages the model did not read, and why. */
  warnings(): ReadWarning[]
}

/** Returns the reader of one document. Without a model everything is recognised. */
export function openModelReader(model: AskedModel | undefined, ask: Ask, now = Date.now): ModelReader {
  const until = now() + DOCUMENT_MS
  const left = new Map<NotSeenReason, number[]>()
  let failures = 0
  let refused = model?.refused
  const seen = async (picture: Picture | undefined): Promise<Seen> => {
    if (refused) return { failed: refused }
    if (!picture || picture.bytes.length > MOST_BYTES) return { failed: 'unsuitable' }
    if (now() > until) return { failed: 'too_slow' }
    const answer = await ask(picture)
    failures = 'failed' in answer ? failures + 1 : 0
    if ('failed' in answer && (LASTING.has(answer.failed) || failures >= MOST_FAILURES))
      refused = answer.failed
    return answer
  }
  return {
    async read(picture, otherwise, page) {
      if (!model) return otherwise()
      const answer = await seen(picture)
      if ('text' in answer) return recognizedOf(answer.text, model.name)
      const pages = left.get(answer.failed) ?? []
      if (page !== undefined) pages.push(page)
      left.set(answer.failed, pages)
      return otherwise()
    },
    warnings: () =>
      [...left].map(([reason, pages]) => ({
        code: 'model_not_used',
        pages,
        count: 1,
        names: [model?.name ?? ''],
        reason,
      })),
  }
}

/** Reasons that hold for the other pages, too. */
const LASTING: ReadonlySet<NotSeenReason> = new Set(['not_deployed', 'not_local', 'no_access'])

/** Returns the text as a model writes it, in Markdown; undefined if it found none. */
function recognizedOf(text: string, model: string): Recognized | undefined {
  const whole = /^```[a-z]{0,20}\n([^]*?)\n?```$/.exec(text.trim())?.[1] ?? text.trim()
  if (/^(?:none\.?)?$/i.test(whole)) return undefined
  const blocks: Block[] = []
  append(blocks, readMarkdown(whole))
  return blocks.length > 0 ? { blocks, confidence: 0, model } : undefined
}

/** Returns a picture in gray as PNG, with at most as many pixels as models look at. */
export function pngOf(given: Gray): Picture {
  const { width, height, pixels } = smaller(given)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) pixels.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of gray.
  head[8] = 8
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    part('IHDR', head),
    part('IDAT', deflateSync(rows, { level: 6 })),
    part('IEND', Buffer.alloc(0)),
  ])
  return { mimeType: 'image/png', bytes }
}

function part(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** Returns a picture whose pixels are means of squares, so that thin lines stay. */
function smaller(picture: Gray): Gray {
  const square = Math.ceil(Math.sqrt((picture.width * picture.height) / MOST_PIXELS))
  if (square <= 1) return picture
  const width = Math.max(1, Math.floor(picture.width / square))
  const height = Math.max(1, Math.floor(picture.height / square))
  const pixels = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let dy = 0; dy < square; dy++)
        for (let dx = 0; dx < square; dx++)
          sum += picture.pixels[(y * square + dy) * picture.width + x * square + dx] ?? 0
      pixels[y * width + x] = sum / (square * square)
    }
  return { width, height, pixels }
}

/** Returns a picture file as models take it; undefined for others. */
export function fileForModel(bytes: Buffer): Picture | undefined {
  const start = bytes.toString('latin1', 0, 4)
  const mimeType = KINDS.find(([begin]) => start.startsWith(begin))?.[1]
  return mimeType && pictureFacts(bytes) ? { mimeType, bytes } : undefined
}

const KINDS = [
  ['\x89PNG', 'image/png'],
  ['\xff\xd8', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['RIFF', 'image/webp'],
] as const
