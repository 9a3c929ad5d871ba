// node scripts/icons.mjs: renders the logo (apps/web/public/mark.svg) as the PNG icons of the installed app. They are
// committed; run it again when the logo changes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { inRoot } from './root.mjs'

// The logo on its 20 × 20 background: corner radius 5, three lines of 1.75 with round ends.
const GROUND = [0xa8, 0x55, 0xf7]
const LINES = [
  [5, 12, 6.25],
  [8, 15, 10],
  [5, 9.5, 13.75],
]
const HALF = 1.75 / 2
/** Samples per pixel and axis, for anti-aliasing. */
const SAMPLES = 4

const icons = [
  { file: 'icon-192.png', size: 192, corner: 5 },
  { file: 'icon-512.png', size: 512, corner: 5 },
  // The system masks these two itself: background up to the edge.
  { file: 'maskable-512.png', size: 512, corner: 0 },
  { file: 'touch-180.png', size: 180, corner: 0 },
]

const folder = inRoot('apps/web/public/icons')
mkdirSync(folder, { recursive: true })
for (const { file, size, corner } of icons) {
  const picture = png(size, (x, y) => colourAt(x, y, size, corner))
  writeFileSync(`${folder}/${file}`, picture)
  console.log(`${file} ${picture.length} bytes`)
}

/** Returns red, green, blue and opacity of a pixel. */
function colourAt(x, y, size, corner) {
  let inside = 0
  let white = 0
  for (let step = 0; step < SAMPLES * SAMPLES; step++) {
    const u = ((x + ((step % SAMPLES) + 0.5) / SAMPLES) * 20) / size
    const v = ((y + (Math.floor(step / SAMPLES) + 0.5) / SAMPLES) * 20) / size
    if (!isOnGround(u, v, corner)) continue
    inside += 1
    if (LINES.some(([from, to, at]) => Math.hypot(u - Math.min(Math.max(u, from), to), v - at) <= HALF))
      white += 1
  }
  if (inside === 0) return [0, 0, 0, 0]
  const mix = white / inside
  const colour = GROUND.map((part) => Math.round(part + (255 - part) * mix))
  return [...colour, Math.round((255 * inside) / SAMPLES ** 2)]
}

function isOnGround(u, v, corner) {
  const dx = Math.max(corner - u, u - (20 - corner), 0)
  const dy = Math.max(corner - v, v - (20 - corner), 0)
  return Math.hypot(dx, dy) <= corner || dx === 0 || dy === 0
}

/** Returns a PNG file (RFC 2083): header, rows of pixels without filters, end. */
function png(size, colour) {
  const rows = Buffer.alloc(size * (1 + size * 4))
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) rows.set(colour(x, y), y * (1 + size * 4) + 1 + x * 4)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
