// Large documents through the API of a running server: how long reading takes, what the process that reads needs, and how long the
// server's event loop is held meanwhile, beside the same time with a busy neighbour and no document.
//   node bench/large-documents.ts
// A PDF of 200 pages with a table on each, and a sheet of 50,000 rows with eight columns. Memory is read from /proc (Linux).
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { utils, write } from '@e965/xlsx'
import { pdfOf } from '../apps/server/test/pdf.ts'
import { withServer, type Server } from './lib/apart.ts'
import type { Holds } from './lib/holds.ts'

const BUDGETS = { seconds: 10, megabytes: 600, hold: 20 }
const PIECE = 3_000_000
const { datasources, media } = contract
const round = (value: number) => Math.round(value * 10) / 10

function must(what: string, figure: string, ok: boolean): void {
  console.log(what.padEnd(72), figure, ok ? '' : 'MISSED')
  if (!ok) process.exitCode = 1
}

function largePdf(): Buffer {
  const page = (number: number) => [
    [16, 750, `Report of district ${number}`] as const,
    ...Array.from(
      { length: 24 },
      (_, line) =>
        [
          10,
          720 - 13 * line,
          `Paragraph ${line} of page ${number} says what was decided in that month.`,
        ] as const,
    ),
    ...Array.from(
      { length: 20 },
      (_, row) => [9, 380 - 12 * row, `Item ${row}      ${row * number}      ${row + number}`] as const,
    ),
  ]
  return pdfOf(Array.from({ length: 200 }, (_, number) => page(number + 1)))
}

function largeSheet(): Buffer {
  const head = ['Number', 'Name', 'Place', 'Date', 'Amount', 'Share', 'State', 'Remark']
  const row = (n: number) => [
    n,
    `Customer ${n}`,
    `Place ${n % 97}`,
    new Date(2026, n % 12, 1 + (n % 28)),
    n * 1.5,
    (n % 100) / 100,
    n % 3 ? 'open' : 'paid',
    `Remark ${n % 13}`,
  ]
  const rows = Array.from({ length: 50_000 }, (_, n) => row(n + 1))
  const book = utils.book_new(utils.aoa_to_sheet([head, ...rows]), 'Orders')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

/** Returns the most memory, in megabytes, of any process that reads documents below this one. */
function memoryOfReaders(): number {
  const parents = new Map<number, number>()
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
  const read = (pid: number, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8')
    } catch {
      return ''
    }
  }
  for (const pid of pids) parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1]))
  const isBelow = (pid: number): boolean =>
    pid === process.pid || (parents.has(pid) && isBelow(parents.get(pid) ?? 0))
  const sizes = pids
    .filter((pid) => isBelow(pid) && /extract-child|documents-host/.test(read(pid, 'cmdline')))
    .map((pid) => Number(/^VmHWM:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0) / 1_024)
  return Math.max(0, ...sizes)
}

interface Reading {
  readonly seconds: number
  readonly megabytes: number
  readonly holds: Holds
  readonly passages: number
}

async function readBy({ reader: { client }, watch }: Server, name: string, bytes: Buffer): Promise<Reading> {
  const { data } = await client.call(datasources.create, { body: { name } })
  const { id } = data.datasource
  const begun = await client.call(media.begin, { params: { id }, body: { name, size: bytes.length } })
  const params = { id: begun.data.media.media_id }
  for (let offset = 0; offset < bytes.length - PIECE; offset += PIECE)
    await client.call(media.append, {
      params,
      body: { offset, base64: bytes.subarray(offset, offset + PIECE).toString('base64') },
    })
  const last = Math.floor((bytes.length - 1) / PIECE) * PIECE
  const holds = await watch()
  const from = performance.now()
  await client.call(media.append, {
    params,
    body: { offset: last, base64: bytes.subarray(last).toString('base64') },
  })
  for (let megabytes = 0; ;) {
    megabytes = Math.max(megabytes, memoryOfReaders())
    const { data: now } = await client.call(datasources.get, { params: { id } })
    const [document] = now.datasource.media
    if (now.datasource.mediaWaiting === 0)
      return {
        seconds: (performance.now() - from) / 1_000,
        megabytes,
        holds: await holds(),
        passages: document?.chunks ?? 0,
      }
    await wait(50)
  }
}

/** Measures the event loop for as long while another process computes. */
async function control({ watch }: Server, seconds: number): Promise<Holds> {
  const busy = spawn(process.execPath, ['-e', 'for (;;);'])
  const holds = await watch()
  await wait(seconds * 1_000)
  busy.kill()
  return holds()
}

await withServer(async (server) => {
  // The first document starts the process that starts the readers.
  await readBy(server, 'first.txt', Buffer.from('The first document.'))
  for (const [name, bytes] of [
    ['200 pages.pdf', largePdf()],
    ['50,000 rows.xlsx', largeSheet()],
  ] as const) {
    const { seconds, megabytes, holds, passages } = await readBy(server, name, bytes)
    const beside = await control(server, seconds)
    console.log(`${name}: ${round(bytes.length / 1e6)} MB, ${passages} passages`)
    must('read and indexed, seconds', String(round(seconds)), seconds <= BUDGETS.seconds)
    must(
      'most memory of the process that reads it, megabytes',
      String(Math.round(megabytes)),
      megabytes > 0 && megabytes <= BUDGETS.megabytes,
    )
    must(
      'busiest hold of the event loop, processor time in ms',
      `${round(holds.busiest)} (control ${round(beside.busiest)})`,
      holds.busiest <= BUDGETS.hold,
    )
    console.log(
      `longest hold with what it waited for a processor: ${round(holds.longest)} ms (control ${round(beside.longest)})`,
    )
  }
})
