// Memory stays bounded when a large call of the contract is opened fifty times at once, and is released (decision 93). Each is
// opened once first: fifty of a reply below 1 MB that could not exceed a bound are left out.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { admits, contract, type Call, type Calls } from '@polylogue/contract'
import { inUse, withGarbage } from './bytes-in-use.ts'
import { largeThings } from './large-things.ts'
import { rows } from './rows/index.ts'
import type { Row } from './row.ts'
import type { Received, Sending } from './sender.ts'
import { actsAs, VIEWERS, type ViewerName } from './viewers.ts'
import type { Things } from './things.ts'
import { openWorld, OPENS_MS, type World } from './world.ts'
import { sendingOf } from './worst-requests.ts'

const AT_ONCE = 50
const MB = 1_000_000
/** The most in use meanwhile, and afterwards: fifty texts of 5 MB at once, without turns, are more. */
const PEAK_BYTES = 120 * MB
const LEFT_BYTES = 40 * MB
const LOOK_MS = 50
/** Every second caller reads nothing, and leaves before its turn would end because it is slow. */
const LEAVES_MS = 1_000

let world: World
let things: Things
let sender: Worker

beforeAll(async () => {
  world = await openWorld()
  things = await largeThings(world)
  sender = new Worker(new URL('./sender.ts', import.meta.url), { execArgv: [] })
}, OPENS_MS)
afterAll(async () => {
  await sender.terminate()
  await world[Symbol.asyncDispose]()
})

const large = Object.values(contract)
  .flatMap((noun: Calls) => Object.values(noun) as Call[])
  .filter((call) => call.large)
// Those that change something come last, and data sources after their documents: they remove what others send.
const ofCalls = large
  .toReversed()
  .toSorted((a, b) => Number(rowOf(a).changes) - Number(rowOf(b).changes))
  .map((call) => [`${call.method} ${call.path}`, call] as const)

const manyTimes: Call[] = []

test.each(ofCalls)('%s', async (_, call) => {
  const row = rowOf(call)
  const before = inUse()
  const alone = await sendAll(row, 1, before + PEAK_BYTES)
  expect(alone.received.map(({ status }) => status)).toEqual([expect.toBeOneOf([200, 201])])
  // Fifty of so small replies cannot exceed a bound.
  const isSmall = alone.received.every(({ bytes }) => bytes < MB)
  if (isSmall && (alone.highest - before) * AT_ONCE < PEAK_BYTES && (inUse() - before) * AT_ONCE < LEFT_BYTES)
    return
  manyTimes.push(call)
  const { highest, received } = await sendAll(row, AT_ONCE, before + PEAK_BYTES)
  await vi.waitFor(() => expect(inUse() - before, 'bytes that are held').toBeLessThan(LEFT_BYTES), 10_000)
  expect(received.some(({ status }) => status === 200 || status === 201)).toBe(true)
  expect(highest - before, 'bytes in use meanwhile').toBeLessThan(PEAK_BYTES)
})

test('the things of many calls are large', () => {
  expect(manyTimes.length).toBeGreaterThan(14)
})

/** Returns the row that most viewers may use. */
function rowOf(call: Call): Row {
  const [row] = rows
    .filter((one) => one.call === call)
    .toSorted((a, b) => peopleOf(b).length - peopleOf(a).length)
  if (!row) throw new Error(`no row for ${call.path}`)
  return row
}

function peopleOf({ answers }: Row): ViewerName[] {
  return (['owner', 'superUser', ...VIEWERS] as const).filter((who) => answers[who] < 400)
}

/**
 * Opens the call so many times at once, as two people. Returns the most memory that was in use meanwhile. Up to `bound` garbage
 * counts, too: collecting it takes long.
 */
async function sendAll(
  row: Row,
  times: number,
  bound: number,
): Promise<{ highest: number; received: Received[] }> {
  const people = [...new Set(peopleOf(row).map(actsAs))].slice(0, 2)
  const requests = Array.from({ length: times }, (_, at) => {
    const request = requestOf(
      row,
      people[at % people.length] ?? (admits(row.call, 'visitor') ? 'chatbotVisitor' : 'owner'),
    )
    // By pairs, so that each of the two people has both kinds of callers.
    return at % 4 < 2 ? request : { ...request, leavesMs: LEAVES_MS }
  })
  let highest = 0
  const look = () => {
    const bytes = withGarbage()
    highest = Math.max(highest, bytes < bound ? bytes : inUse())
  }
  const looking = setInterval(look, LOOK_MS)
  sender.postMessage(requests)
  const [received] = (await once(sender, 'message')) as [Received[]]
  clearInterval(looking)
  look()
  return { highest, received }
}

function requestOf(row: Row, who: ViewerName): Sending {
  const sending = sendingOf(row.call, row.ask({ world, things, who }), world.tokenOf(who))
  return { ...sending, url: world.app.url + sending.url }
}
