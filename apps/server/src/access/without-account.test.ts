// Viewers without an account through HTTP (ACCESS-15, ACCESS-11; decision 123): what a link's holder reads, and what no other gets.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_ROOT, contract, type Call, type Message, type Project, type Tab } from '@polylogue/contract'
import { openGuests, SHARED_READS, VISITS } from '#test/guests.ts'
import { storeMessage } from '#test/messages.ts'
import { openStream, openTalk, queryIdOf, readStream, scripted, type Talk } from '#test/talk.ts'

const short = scripted({ tokens: 3, prompt: 5 })
const endless = scripted({ endless: 1, rate: 50 })
const guests = openGuests()
let talk: Talk
let shared: {
  readonly project: Project
  readonly tabId: number
  readonly ids: Record<string, number | string>
}
let link: string

beforeAll(async () => {
  talk = await openTalk([short, endless], { furtherFeatures: guests.features })
  shared = await sharedChat()
  link = guests.link(shared.project)
})
afterAll(() => talk[Symbol.asyncDispose]())

/** A project of Anna's with a compared question and an attachment. */
async function sharedChat() {
  const { anna, app } = talk
  const project = await app.deps.project(anna, { name: 'Shared', type: 2 })
  const { id: tabId } = await app.deps.tab(anna, project)
  const stored = await storeMessage(app.db, { tabId, userId: anna.id, query: 'What is shared?' })
  const compareId = crypto.randomUUID()
  await app.db.pool.query('UPDATE messages SET compare_id = $2 WHERE id = $1', [stored, compareId])
  const base64 = Buffer.from('A note').toString('base64')
  const { data } = await anna.client.call(contract.answers.ask, {
    params: { id: 1 },
    body: {
      modelTagId: 1,
      prompt: 'Read the note',
      projectTabId: tabId,
      attachments: [{ name: 'note.txt', mime_type: 'text/plain', base64, size: 6, timestamp: 1 }],
    },
  })
  const answers = await openStream(talk, anna, { queryId: data.queryId })
  await readStream(answers)
  return { project, tabId, ids: { projectId: project.id, compareId, messageId: data.queryId, stored } }
}

interface Reply {
  readonly status: number
  readonly text: string
  readonly data: Record<string, unknown> | null
}

async function ask(
  call: Call,
  token: string | undefined,
  params: Record<string, string | number>,
  query = '',
): Promise<Reply> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const reply = await fetch(`${talk.app.url}${API_ROOT}/${path}${query}`, {
    method: call.method,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  })
  const text = await reply.text()
  const isJson = reply.headers.get('content-type')?.includes('json')
  const body = isJson ? (JSON.parse(text) as { messageContent: { data: Reply['data'] } }) : undefined
  return { status: reply.status, text, data: body?.messageContent.data ?? null }
}

/** Every read of the shared chat, as a viewer with this token. */
function everyRead(token: string | undefined): Promise<[string, Reply][]> {
  const { projectId, compareId, messageId } = shared.ids
  const of = (id: string | number | undefined) => ({ id: id ?? 0 })
  const reads: Record<keyof typeof SHARED_READS, [Record<string, string | number>, string?]> = {
    project: [of(projectId)],
    tabs: [of(projectId)],
    tab: [of(shared.tabId)],
    messages: [of(shared.tabId)],
    comparisons: [{}, `?projectId=${projectId}`],
    compared: [{ compareId: compareId ?? '' }],
    attachment: [{ id: messageId ?? 0, index: 0 }],
    answer: [of(messageId)],
  }
  return Promise.all(
    Object.entries(SHARED_READS).map(async ([name, call]) => {
      const [params, query] = reads[name as keyof typeof reads]
      return [name, await ask(call, token, params, query)] as [string, Reply]
    }),
  )
}
const dataOf = <Data>(reply: Reply | undefined) => reply?.data as Data
const statuses = (replies: [string, Reply][]) => replies.map(([name, { status }]) => [name, status])

describe('the holder of a link', () => {
  test('reads the item of the link as its owner does, and may do nothing with it', async () => {
    const read = Object.fromEntries(await everyRead(link))
    const owned = Object.fromEntries(await everyRead(talk.anna.token))
    expect(statuses(Object.entries(read))).toEqual(Object.keys(SHARED_READS).map((name) => [name, 200]))
    const { project } = dataOf<{ project: Project }>(read['project'])
    expect(project).toMatchObject({ name: 'Shared', hasAdminAccess: false })
    expect(project.assocContexts).toEqual([
      { contextId: 0, hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false },
    ])
    const { projecttab } = dataOf<{ projecttab: Tab }>(read['tab'])
    expect(projecttab.can).toEqual({ remove: false, move: false })
    const texts = (reply: Reply | undefined) =>
      dataOf<{ Queries: Message[] }>(reply).Queries.map(({ queryText, responseText }) => [
        queryText,
        responseText,
      ])
    expect(texts(read['messages'])).toEqual(texts(owned['messages']))
    expect(texts(read['messages'])).toHaveLength(2)
    for (const { can } of dataOf<{ Queries: Message[] }>(read['messages']).Queries)
      expect(can).toEqual({ rate: false, remove: false, stop: false })
    expect(read['attachment']?.text).toBe('A note')
    expect(read['compared']?.data).toMatchObject({ Queries: [{ queryText: 'What is shared?' }] })
    expect(read['comparisons']?.data).toMatchObject({ Comparisons: [{ queryText: 'What is shared?' }] })
    expect(read['answer']?.text).toContain('[STREAM-DONE]')
  })

  test('reads no other item, and makes no call of the product', async () => {
    const other = guests.link({ context: { id: shared.project.context.id + 1_000_000 } })
    const refused = (await everyRead(other)).filter(([name]) => name !== 'comparisons')
    expect(refused.map(([, { status }]) => status)).toEqual(refused.map(() => 404))
    expect((await everyRead(other)).map(([, { text }]) => text.includes('What is shared?'))).not.toContain(
      true,
    )
    const { status } = await ask(contract.projects.get, link, { id: shared.project.id })
    expect(status).toBe(401)
  })

  test('is nobody when the link has ended', async () => {
    const ending = guests.link(shared.project)
    expect((await ask(SHARED_READS.tab, ending, { id: shared.tabId })).status).toBe(200)
    guests.end(ending)
    expect((await everyRead(ending)).map(([, { status }]) => status)).toEqual(
      Object.keys(SHARED_READS).map(() => 401),
    )
  })
})

test('a visitor reads no item, and a stranger gets what a visitor gets', async () => {
  const stranger = await talk.app.deps.user()
  const [visited, asStranger] = [await everyRead(guests.visitor()), await everyRead(stranger.token)]
  expect(statuses(visited)).toEqual(statuses(asStranger))
  expect(visited.map(([, { text }]) => text.includes('shared'))).not.toContain(true)
  expect((await everyRead(undefined)).map(([, { status }]) => status)).toEqual(visited.map(() => 401))
})

test('a visitor asks, and the answer is counted for no user; nobody else may ask there', async () => {
  const { pool } = talk.app.db
  const visit = async (token: string) => {
    const reply = await fetch(`${talk.app.url}${API_ROOT}/${VISITS.ask.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
      },
      body: JSON.stringify({ prompt: 'Count.', modelTagId: talk.tag(short).id }),
    })
    return [reply.status, ((await reply.json()) as { messageContent: { data: unknown } }).messageContent.data]
  }
  expect(await visit(guests.visitor())).toEqual([200, { text: '0 1 2 ' }])
  expect(await visit(talk.anna.token)).toEqual([401, null])
  expect(await visit(link)).toEqual([401, null])
  const counted = async () =>
    (
      await pool.query('SELECT user_id, tokens_prompt, tokens_response FROM usage WHERE model_name = $1', [
        short,
      ])
    ).rows
  await expect.poll(counted).toEqual([{ user_id: null, tokens_prompt: 5, tokens_response: 3 }])
})

describe('a running answer', () => {
  /** A running answer of Anna's that this token follows. */
  async function followed(token: string) {
    const tabId = (await talk.app.deps.tab(talk.anna, shared.project)).id
    const payload = { projectTabId: tabId, prompt: 'Count.' }
    const first = await openStream(talk, talk.anna, { tagId: talk.tag(endless).id, payload })
    const queryId = queryIdOf(await readStream(first, (events) => events.length > 0))
    const stop = new AbortController()
    const response = await fetch(`${talk.app.url}${API_ROOT}/shared/prompts/streams/${queryId}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    })
    expect(response.status).toBe(200)
    let pieces = 0
    const ended = readStream(response, (events) => ((pieces = events.length), false)).catch(() => [])
    return { queryId, ended, stop, pieces: () => pieces }
  }
  const isOver = ({ ended }: { ended: Promise<unknown> }) =>
    Promise.race([ended.then(() => true), nextTurn(false)])

  test('goes on for the holder of a link when readers are checked, and ends for who lost access', async () => {
    const bert = await talk.app.deps.user()
    await talk.app.deps.share(shared.project, bert)
    const [held, bystander] = [await followed(link), await followed(bert.token)]
    const before = held.pieces()
    await talk.app.db.pool.query('DELETE FROM associations WHERE assoc_context_id = $1', [bert.contextId])
    // Ends at the next check of all readers.
    await bystander.ended
    await expect.poll(held.pieces).toBeGreaterThan(before + 5)
    expect(await isOver(held)).toBe(false)
    held.stop.abort()
  }, 20_000)

  test('ends for the holder at once when the link ends, and within five seconds when it opens something else', async () => {
    const ending = guests.link(shared.project)
    const [held, other] = [await followed(ending), await followed(link)]
    guests.end(ending)
    await held.ended
    expect(await isOver(other)).toBe(false)
    const moved = await talk.app.deps.project(talk.anna)
    await talk.app.db.pool.query(
      'UPDATE tabs SET project_id = $2 WHERE id = (SELECT tab_id FROM messages WHERE id = $1)',
      [other.queryId, moved.id],
    )
    const since = performance.now()
    await other.ended
    expect(performance.now() - since).toBeLessThan(5_000)
  }, 20_000)

  test('is refused to a visitor and to a link of another item', async () => {
    const held = await followed(link)
    for (const token of [guests.visitor(), guests.link({ context: { id: 1 } })])
      expect((await ask(SHARED_READS.answer, token, { id: held.queryId })).status).toBe(404)
    held.stop.abort()
  })
})
