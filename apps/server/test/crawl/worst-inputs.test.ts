// No text of a request keeps the server's event loop from others: every text field of the contract with its worst texts
// (decision 93), and every list with wrong elements.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { admits, call, contract, type Call } from '@polylogue/contract'
import { isFull } from '../full.ts'
import { measureLoop, type LoopWork } from './loop-work.ts'
import { rows } from './rows/index.ts'
import type { Row } from './row.ts'
import type { Received } from './sender.ts'
import { listFieldsOf, textFieldsOf } from './text-fields.ts'
import { thingsUsed } from './things.ts'
import { actsAs, VIEWERS, type ViewerName } from './viewers.ts'
import { FORMATS, slowTexts, worstDocuments } from './worst-documents.ts'
import { worstLists } from './worst-lists.ts'
import { TOO_MANY, worstSets } from './worst-schemas.ts'
import { sendingOf, worstRequests, type Filling, type WorstRequest } from './worst-requests.ts'
import { worstHeaders, worstOfV1, type WorstText } from './worst-v1.ts'
import { openWorld, OPENS_MS, type World } from './world.ts'

const LONGEST_MS = 50
/** What exceeds the bound must do so each time: a garbage collection may fall into any turn. */
const TIMES = 3
/** These overlap; what a turn took for one of them is then measured alone. */
const AT_ONCE = 8
/** One of so many refused groups of fields is sent again in parts. */
const RESENT = 5
/** Enough slow ones to see which field it is. */
const TOLD = 3
/** The connection broke, or the server failed. */
const FAILED: ReadonlySet<number> = new Set([0, 500])
/** Bytes of a body: the limit of a plain one, and for one with files as much as a test has time for. */
const BODY_BYTES = { plain: 1_000_000, upload: 2_000_000 }
/** Ends a test that hangs. A busy machine only makes one longer: the bound of a turn is processor time. */
const TIMEOUT_MS = isFull ? 1_200_000 : 300_000

let world: World
let loop: LoopWork
let sender: Worker

beforeAll(async () => {
  world = await openWorld()
  sender = new Worker(new URL('./sender.ts', import.meta.url), { execArgv: [] })
  loop = measureLoop()
}, OPENS_MS)
afterAll(async () => {
  loop.end()
  await sender.terminate()
  await world[Symbol.asyncDispose]()
})

const byCall = new Map<Call, Row>()
for (const row of rows) {
  const known = byCall.get(row.call)
  if (
    textFieldsOf(row.call).length + listFieldsOf(row.call).length > 0 &&
    (!known || (known.answers.owner >= 400 && row.answers.owner < 400))
  )
    byCall.set(row.call, row)
}
// Those without a sign-in come last: they use up the attempts to sign in of this address.
const ofCalls = [...byCall.values()]
  .toSorted((a, b) => Number(admits(a.call, 'open')) - Number(admits(b.call, 'open')))
  .map((row) => [`${row.call.method} ${row.call.path}`, row] as const)

test.each(ofCalls)(
  '%s',
  async (_, row) => {
    const filling = await fillingOf(row)
    // Apart from each other, because only what is accepted can begin work that lasts.
    const requests = [...worstRequests(filling, isFull), ...worstLists(filling)].toSorted(
      (a, b) => Number(a.isAccepted) - Number(b.isAccepted),
    )
    expect(unsent(row.call, requests), 'fields without a request').toEqual([])
    const slow: string[] = []
    const refused: WorstRequest[] = []
    for (const some of batchesOf(requests)) {
      const received = await sendAll(row, some, slow)
      refused.push(
        ...some.filter(
          (one, at) => one.isAccepted && one.fields.length > 1 && (received[at]?.status ?? 0) >= 400,
        ),
      )
    }
    await resend(
      row,
      refused.filter((_one, at) => at % RESENT === 0),
      slow,
    )
    expect(slow).toEqual([])
  },
  TIMEOUT_MS,
)

test.each(Object.entries(FORMATS))(
  'documents of the worst texts: %s',
  async (_, format) => {
    const { datasource } = await world.fresh(new Set(['datasource']))
    const body = { media: worstDocuments(format) }
    const ask = { params: { id: datasource.id }, body }
    const sending = sendingOf(contract.datasources.update, ask, world.owner.token)
    let least = Infinity
    for (let time = 0; time < TIMES && least > LONGEST_MS; time += 1) {
      const { longest, received } = await work({ changes: true }, [{ sending }])
      expect(received.map(({ status }) => status)).toEqual([200])
      least = Math.min(least, longest)
    }
    expect(least, 'the longest turn of the loop in ms').toBeLessThan(LONGEST_MS)
    expect(await slowTexts(format, isFull)).toEqual([])
  },
  TIMEOUT_MS,
)

test.each<[what: string, of: () => WorstText[]]>([
  ['fields of /v1', () => worstOfV1(world.people.apiToken?.token ?? '')],
  ['headers', () => worstHeaders(world.people.apiToken?.token ?? '', world.standing)],
])(
  'the worst texts in %s',
  async (_, requestsOf) => {
    const slow: string[] = []
    for (const some of batchesOf(requestsOf())) {
      const received = await sendAll({ changes: false }, some, slow)
      const failed = some.filter((_one, at) => FAILED.has(received[at]?.status ?? 0))
      expect(failed.map(({ about, fields }) => `${about} in ${fields.join(', ')}`)).toEqual([])
    }
    expect(slow).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'as many JSON Schemas as a set may have, and one more',
  async () => {
    const slow: string[] = []
    for (const one of worstSets(world.owner.token)) {
      const [received] = await sendAll({ changes: false }, [one], slow)
      const isTooMuch = one.about.endsWith(TOO_MANY)
      expect([one.about, received?.status]).toEqual([
        one.about,
        isTooMuch ? 400 : expect.toBeOneOf([201, 400]),
      ])
    }
    expect(slow).toEqual([])
  },
  TIMEOUT_MS,
)

test('finds the text fields of unions, lists, records and schemas in themselves', () => {
  const Check = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('contains'), text: z.string() }),
    z.object({ kind: z.literal('schema'), schema: z.record(z.string(), z.unknown()) }),
  ])
  const found = textFieldsOf(
    call(
      { method: 'POST', path: 'things' },
      {
        summary: 'A thing',
        query: z.object({ limit: z.coerce.number() }),
        bodySchema: z.object({
          name: z.string().max(9).optional(),
          size: z.number(),
          checks: z.array(Check),
        }),
      },
    ),
  )
  expect(found.map(({ name, longest }) => [name, longest])).toEqual([
    ['query.limit', undefined],
    ['body.name', 9],
    ['body.checks[].kind', undefined],
    ['body.checks[].text', undefined],
    ['body.checks[].kind', undefined],
    ['body.checks[].schema.(key)', undefined],
    ['body.checks[].schema.key', undefined],
  ])
  const inText = found.find(({ name }) => name === 'body.checks[].text')
  const inBody = { checks: [{ kind: 'schema', schema: {} }, 'other'] }
  expect(inText?.put(inBody, 'x')).toMatchObject({ checks: [{ kind: 'contains', text: 'x' }, 'other'] })
})

/** What is asked of a call while its work is measured. */
type Changing = Pick<Row, 'changes'>

function unsent(described: Call, requests: readonly WorstRequest[]): string[] {
  const sent = new Set(requests.flatMap(({ fields }) => fields.map((field) => field.split(' ')[0])))
  const lists = admits(described, 'open') ? [] : listFieldsOf(described)
  const names = [...textFieldsOf(described), ...lists.map(({ name }) => ({ name: `body${name}` }))]
  return names.flatMap(({ name }) => (sent.has(name) ? [] : name))
}

async function fillingOf(row: Row): Promise<Filling> {
  const who = viewerOf(row)
  const at = { world, who: actsAs(who) }
  const used = thingsUsed(world.standing, (things) => row.ask({ ...at, things }))
  const things = row.changes ? await world.fresh(used) : world.standing
  const bodyBytes = admits(row.call, 'open') ? 0 : BODY_BYTES[row.call.body ?? 'plain']
  return { call: row.call, ask: row.ask({ ...at, things }), token: world.tokenOf(who), bodyBytes }
}

/** The owner, or else the first for whom the call does something. */
function viewerOf({ answers }: Row): ViewerName {
  const allowed = (['owner', 'superUser', ...VIEWERS] as const).filter((who) => answers[who] < 400)
  return allowed[0] ?? 'owner'
}

/**
 * Sends refused groups in parts: one field that the service refuses must not keep the others from its work, nor what an earlier
 * request has changed. The fields that are refused alone in the first group are alone in the following ones; the others are
 * together, and also alone where they are refused.
 */
async function resend(row: Row, refused: readonly WorstRequest[], slow: string[]): Promise<void> {
  const refusing = new Map<string, readonly string[]>()
  const part = async (one: WorstRequest, alone: readonly string[]) => {
    const parts = one.parted((await fillingOf(row)).ask, alone)
    const received = await sendAll(row, parts, slow)
    return parts.filter((_one, at) => (received[at]?.status ?? 0) >= 400)
  }
  for (const one of refused) {
    const names = one.names.join()
    const still = await part(one, refusing.get(names) ?? one.names)
    if (!refusing.has(names))
      refusing.set(names, still.length > 0 ? still.flatMap(({ names: own }) => own) : one.names)
    for (const others of still.filter(({ names: own }) => own.length > 1)) await part(others, others.names)
  }
}

/** Sends these at once, and adds to `slow` those that keep the loop too long each time when they are repeated alone. */
async function sendAll(row: Changing, some: readonly WorstText[], slow: string[]): Promise<Received[]> {
  if (slow.length >= TOLD) return []
  const { longest, received } = await work(row, some)
  if (longest <= LONGEST_MS) return received
  for (const one of some) {
    const ms = slow.length < TOLD ? await alwaysTakes(row, one) : 0
    if (ms > LONGEST_MS) slow.push(`${Math.round(ms)} ms: ${one.about} in ${one.fields.join(', ')}`)
  }
  return received
}

/** Returns what a request takes at least, when it is repeated alone. */
async function alwaysTakes(row: Changing, one: WorstText): Promise<number> {
  let least = Infinity
  for (let time = 0; time < TIMES && least > LONGEST_MS; time += 1)
    least = Math.min(least, (await work(row, [one])).longest)
  return least
}

/** Returns the longest turn of the loop in milliseconds, until the work that the requests began is done, too. */
async function work(row: Changing, some: readonly Pick<WorstText, 'sending'>[]) {
  loop.begin()
  sender.postMessage(some.map(({ sending }) => ({ ...sending, url: world.app.url + sending.url })))
  const [received] = (await once(sender, 'message')) as [Received[]]
  if (row.changes && received.some(({ status }) => status < 400)) await world.settled()
  return { longest: loop.longest(), received }
}

function batchesOf<T>(all: readonly T[]): T[][] {
  const starts = all.map((_, at) => at).filter((at) => at % AT_ONCE === 0)
  return starts.map((at) => all.slice(at, at + AT_ONCE))
}
