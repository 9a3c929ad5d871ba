// A client that is disconnected at random positions and resumes with Last-Event-ID must end up with the same text as without
// disconnects, during the answer and afterwards.
//   node bench/resume.ts [--cuts 1000]
import { parseArgs } from 'node:util'
import { createParser } from 'eventsource-parser'
import { readWireEvent } from '@polylogue/contract'
import { startModelServer } from '../apps/server/test/model-server/index.ts'
import { askHere, begin, type Fixture } from '../apps/server/test/faults/fixture.ts'

const { values } = parseArgs({ options: { cuts: { type: 'string' } } })
const wanted = Number(values.cuts ?? 1_000)
const TEXT = Array.from({ length: 500 }, (_, index) => `Größe ${index} 😀 – 日本; `).join('')
const models = await startModelServer({
  models: ['script'],
  settings: { text: TEXT, piece: 5, rate: 900 },
})
const fixture = await begin(models)
let cuts = 0
let equal = 0
let answers = 0

while (cuts < wanted) {
  const { queryId } = await firstOf(askHere(fixture))
  const readers = await Promise.all(Array.from({ length: 20 }, () => readWithCuts(fixture, queryId)))
  for (const reader of readers) {
    cuts += reader.cuts
    answers++
    if (reader.text === TEXT) equal++
  }
}
console.log(`${cuts} cuts, ${answers} readers, ${equal} with the whole text, ${answers - equal} without`)
await fixture.product[Symbol.asyncDispose]()
await models.close()
process.exit(equal === answers ? 0 : 1)

async function firstOf<T>(events: AsyncIterable<T>): Promise<T> {
  for await (const event of events) return event
  throw new Error('nothing came')
}

async function readWithCuts(
  { product, tokens }: Fixture,
  queryId: number,
): Promise<{ text: string; cuts: number }> {
  let text = ''
  let last = 0
  let made = 0
  for (;;) {
    const response = await fetch(`${product.url}/api/v1/prompts/streams/${queryId}`, {
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        'x-requested-with': 'XMLHttpRequest',
        'last-event-id': String(last),
      },
    })
    // Mostly near, sometimes far: the finished message is one large event, which a client must be able to receive.
    let left = 1 + Math.floor(Math.random() ** 3 * 60_000)
    let ended = false
    const parser = createParser({
      onEvent({ id, event, data }) {
        const read = readWireEvent(event, data)?.event
        const seq = Number(id)
        if (seq !== last + 1) throw new Error(`event ${seq} after ${last}`)
        last = seq
        if (read?.type === 'text') text += read.text
        if (read?.type === 'done') ended = true
      },
    })
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const bytes = chunk as Uint8Array
      // Disconnects inside a chunk, an event or a character: the received part counts only if the event was complete.
      parser.feed(decoder.decode(bytes.subarray(0, left), { stream: true }))
      left -= bytes.length
      if (left <= 0) break
    }
    if (ended) return { text, cuts: made }
    made++
  }
}
