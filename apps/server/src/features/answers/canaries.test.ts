// No user ever receives content of another (ACCESS-14): many users ask at once with unique words, a third of the
// connections is cut or stopped at a random moment, and every reply, stream, list and push is searched for foreign words.
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '#test/program.ts'
import {
  openStream,
  openTalk,
  queryIdOf,
  queryOf,
  readStream,
  scripted,
  textOf,
  type Talk,
  type WireEvent,
} from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const PEOPLE = 12
const PROMPTS = 10
/** Share of prompts that are left or stopped before their end. */
const CUT = 0.35

const echo = scripted({ rate: 400, chunk: 7 }, 'echo')
/** Repeats the prompt for a second, so that it is still being written when a busy machine cuts or stops it. */
const slowEcho = scripted({ rate: 25, chunk: 7 }, 'echo')

let talk: Talk
/** Number of streams that were left before their answer was complete. */
let cuts = 0
beforeAll(async () => {
  talk = await openTalk([echo, slowEcho], {
    file: { limits: { streamsPerUser: 4, requestsPerMinute: 100_000 } },
  })
})
afterAll(() => talk[Symbol.asyncDispose]())

/** A seeded random generator, so that a failure can be reproduced. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

interface Person {
  readonly user: TestUser
  readonly word: string
  readonly tabs: readonly number[]
  /** Everything that this user received. */
  readonly got: string[]
}

/** Creates a user with two tabs and a unique word that no other user and no model uses. */
async function person(index: number): Promise<Person> {
  const user = index === 0 ? talk.anna : await talk.app.deps.user()
  const project = await talk.app.deps.project(user)
  const tabs = [await talk.app.deps.tab(user, project), await talk.app.deps.tab(user, project)]
  return { user, word: `canary-${index}-${crypto.randomUUID()}`, tabs: tabs.map(({ id }) => id), got: [] }
}

const told = (events: readonly WireEvent[]) => events.map(({ data }) => data).join('\n')

/** Asks one prompt through one of the endpoints, and cuts the connection or not. */
async function askOne(
  { user, word, tabs, got }: Person,
  number: number,
  random: () => number,
): Promise<void> {
  const prompt = `${word} ${number} ${'filler '.repeat(Math.floor(random() * 20))}`
  const isCut = random() < CUT
  const length = Math.floor(random() * 400)
  if (number % 5 === 4) return askProgram({ user, got }, prompt, isCut)
  const payload = { projectTabId: tabs[number % tabs.length] ?? 0, prompt }
  const at = { tagId: talk.tag(isCut ? slowEcho : echo).id, payload }
  const first = await readStream(
    await openStream(talk, user, at),
    (events) => isCut && textOf(events).length > length,
  )
  got.push(told(first))
  if (!isCut) return
  if (!queryOf(first)) cuts++
  const queryId = queryIdOf(first)
  if (random() < 0.5) {
    const { data } = await user.client.call(contract.answers.stop, { params: { id: queryId } })
    got.push(JSON.stringify(data))
  }
  const lastEventId = Number(first.at(-1)?.id ?? 0)
  const rest = await readStream(await openStream(talk, user, { queryId, lastEventId }))
  got.push(told(rest))
  // A stream that was cut and resumed yields exactly what was stored.
  const { data } = await user.client.call(contract.queries.list, { params: { id: payload.projectTabId } })
  const stored = data.Queries.find(({ id }) => id === queryId)?.responseText
  expect(textOf(first) + textOf(rest)).toBe(stored)
}

async function askProgram({ user, got }: Pick<Person, 'user' | 'got'>, prompt: string, isCut: boolean) {
  const program = await programOf(talk, user)
  const leaving = new AbortController()
  const body = { model: isCut ? slowEcho : echo, stream: true, messages: [{ role: 'user', content: prompt }] }
  const reader = (await program.open(body, leaving.signal)).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader()
  for (let pieces = 0; reader; pieces++) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
    if (value) got.push(value)
    if (isCut && pieces === 2) {
      cuts++
      leaving.abort()
    }
    if (done) return
  }
}

/** Collects what is pushed to a user until the returned function is called. */
async function listen({ user, got }: Person): Promise<() => void> {
  const leaving = new AbortController()
  const response = await fetch(`${talk.app.url}/api/v1/notifications/${user.id}/subscribe`, {
    headers: { authorization: `Bearer ${user.token}`, 'x-requested-with': 'XMLHttpRequest' },
    signal: leaving.signal,
  })
  readStream(response, (events) => {
    got.push(events.at(-1)?.data ?? '')
    return false
  }).catch(() => undefined)
  return () => leaving.abort()
}

/** Returns what each list and search shows a user at the end. */
async function lists({ user, word, tabs, got }: Person): Promise<void> {
  const { client } = user
  for (const id of tabs)
    got.push(JSON.stringify((await client.call(contract.queries.list, { params: { id } })).data))
  got.push(JSON.stringify((await client.call(contract.queries.history, {})).data))
  got.push(JSON.stringify((await client.call(contract.search.find, { query: { q: 'filler' } })).data))
  expect(got.join('\n')).toContain(word)
}

test(
  'no user receives the words of another user while a third of the streams is cut',
  { timeout: 60_000 },
  async () => {
    const random = randomOf(31)
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => person(index)))
    const leave = await Promise.all(people.map(listen))
    await Promise.all(
      people.map(async (one) => {
        const numbers = Array.from({ length: PROMPTS }, (_, number) => number)
        // A user's own prompts partly run in parallel.
        for (let from = 0; from < PROMPTS; from += 4)
          await Promise.all(numbers.slice(from, from + 4).map((number) => askOne(one, number, random)))
      }),
    )
    await expect.poll(() => talk.server.stats().open).toBe(0)
    await Promise.all(people.map(lists))
    for (const end of leave) end()
    for (const one of people) {
      const got = one.got.join('\n')
      const strangers = people.filter((other) => other !== one && got.includes(other.word))
      expect(strangers.map(({ word }) => word)).toEqual([])
    }
    // Some streams were left before their end, which aborted their requests to the model server.
    expect(cuts).toBeGreaterThan(20)
    expect(talk.server.stats().abandoned).toBeGreaterThan(0)
  },
)
