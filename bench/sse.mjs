// What an event costs the server that writes it: 500 streams, 30 events a second each, through the real HTTP layer and real
// sockets. The readers are another process, so that only the writing is counted. Run: node bench/sse.mjs [streams] [events/s] [s]
import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

const [streams = 500, perSecond = 30, seconds = 10] = process.argv.slice(2).map(Number)
const PATH = '/api/v1/prompts/streams/1'

if (process.send) read()
else await write()

/** The readers: open the streams, count the bytes, say how late events come. */
function read() {
  process.on('message', ({ port, token }) => {
    for (let index = 0; index < streams; index += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      socket.on('data', () => undefined)
    }
  })
}

async function write() {
  const { everyCall, httpServer, TOKEN } = await import('../apps/server/test/http-server.ts')
  const { wireEvent } = await import('../packages/contract/src/stream.ts')
  const writers = new Set()
  const resume = () => ({
    follow(write, signal) {
      const writer = { write, id: 0 }
      writers.add(writer)
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          writers.delete(writer)
          resolve()
        })
      })
    },
  })
  const server = await httpServer(everyCall(() => undefined, { answers: { resume } }))
  const readers = fork(fileURLToPath(import.meta.url), process.argv.slice(2))
  readers.send({ port: server.port, token: TOKEN })
  while (writers.size < streams) await new Promise((resolve) => setTimeout(resolve, 10))

  const gap = 1_000 / perSecond
  const say = () => {
    for (const writer of writers) {
      writer.id += 1
      writer.write([{ id: writer.id, ...wireEvent(41, { type: 'text', text: ' piece' }) }])
    }
  }
  await pace(say, gap, 2)
  const before = process.cpuUsage()
  const { ticks, worst } = await pace(say, gap, seconds)
  const { user, system } = process.cpuUsage(before)
  const events = ticks * streams
  console.log(`${streams} streams × ${perSecond} events/s for ${seconds} s: ${events} events`)
  console.log(
    `CPU per event: ${((user + system) / events).toFixed(1)} µs (user ${(user / events).toFixed(1)}, system ${(system / events).toFixed(1)})`,
  )
  console.log(
    `CPU used: ${(((user + system) / 1e6 / seconds) * 100).toFixed(0)} % of one core · latest tick ${worst.toFixed(0)} ms late`,
  )
  console.log(`Memory: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`)
  readers.kill()
  await server.close()
}

/** Calls `work` every `gap` ms for so many seconds; returns how often, and by how much it was late at most. */
async function pace(work, gap, forSeconds) {
  const begun = performance.now()
  let ticks = 0
  let worst = 0
  while (performance.now() - begun < forSeconds * 1_000) {
    worst = Math.max(worst, performance.now() - begun - ticks * gap)
    work()
    ticks += 1
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + ticks * gap - performance.now())))
  }
  return { ticks, worst }
}
