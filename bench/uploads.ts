// A file of 50 MB uploaded in pieces, as bytes and as base64 in turns: processor time of the server and bytes on the wire.
//   node bench/uploads.ts [rounds]
// The last byte is not sent, so that nothing is read and indexed. Processor time is read from /proc (Linux).
import { readFileSync } from 'node:fs'
import { contract, DATASOURCE_LIMITS } from '@polylogue/contract'
import { withServer, type Server } from './lib/apart.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const SIZE = 50_000_000
const PIECE = DATASOURCE_LIMITS.piece
const TICKS_PER_SECOND = 100
const { datasources, media } = contract

/** Processor time of a process with its threads, in milliseconds. */
function processorMs(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .split(' ')
    .slice(13, 15)
    .map(Number)
  return ((user + system) * 1_000) / TICKS_PER_SECOND
}

type Send = (id: number, offset: number, piece: Buffer) => Promise<number>

/** Both return the bytes of the body. */
const ways = ({ reader: { client } }: Server): Readonly<Record<'bytes' | 'base64', Send>> => ({
  async bytes(id, offset, piece) {
    await client.call(media.append, { params: { id }, query: { offset }, body: piece })
    return piece.length
  },
  async base64(id, offset, piece) {
    const body = { offset, base64: piece.toString('base64') }
    await client.call(media.append, { params: { id }, body })
    return JSON.stringify(body).length
  },
})

async function upload({ pid, reader: { client } }: Server, datasourceId: number, send: Send) {
  const file = Buffer.alloc(SIZE, 'Every sentence of this file has some words of its own. \u00e4\n')
  const body = { name: 'large.txt', size: SIZE + 1 }
  const { data } = await client.call(media.begin, { params: { id: datasourceId }, body })
  const [before, began] = [processorMs(pid), performance.now()]
  let sent = 0
  for (let at = 0; at < SIZE; at += PIECE)
    sent += await send(data.media.media_id, at, file.subarray(at, at + PIECE))
  return { processor: processorMs(pid) - before, ms: performance.now() - began, sent }
}

const middle = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]

await withServer(async (server) => {
  const { data } = await server.reader.client.call(datasources.create, { body: { name: 'Uploads' } })
  const both = Object.entries(ways(server)).map(([name, send]) => ({
    name,
    send,
    runs: [] as Awaited<ReturnType<typeof upload>>[],
  }))
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const { send, runs } of both) {
      const run = await upload(server, data.datasource.id, send)
      if (round > 0) runs.push(run)
    }
  for (const { name, runs } of both)
    console.log(
      name.padEnd(8),
      `${middle(runs.map(({ processor }) => processor))} ms of processor time,`,
      `${Math.round(middle(runs.map(({ ms }) => ms)) ?? 0)} ms,`,
      `${((runs[0]?.sent ?? 0) / 1e6).toFixed(1)} MB`,
    )
})
