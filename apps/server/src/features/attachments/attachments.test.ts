import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { openDiskBlobs } from '#platform/blobs/disk.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const TYPES = ['text/plain', 'text/html', 'application/pdf']

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp({ file: { attachments: { maxBytes: 2_000_000, types: { text: TYPES } } } })
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

const html = (text: string) => file('a.html', 'text/html', text)
/** Plain text needs no process that reads it: for tests of what is stored. */
const plain = (text: string) => file('a.txt', 'text/plain', text)
const file = (name: string, mime_type: string, text: string) => ({
  name,
  mime_type,
  base64: Buffer.from(text).toString('base64'),
})

/** Returns a function that asks Guide with files, in a separate tab. */
async function asking(who: TestUser, { deps } = app) {
  const tab = await deps.tab(who, await deps.project(who))
  return (attachments: readonly ReturnType<typeof file>[], signal?: AbortSignal) =>
    who.client.call(
      contract.answers.ask,
      {
        params: { id: 1 },
        body: { prompt: 'What is in it?', projectTabId: tab.id, attachments: [...attachments] },
      },
      signal ? { signal } : {},
    )
}

test('allowed types and sizes come from the configuration and are published in config.json', async () => {
  const ask = await asking(anna)
  const refused = (paths: string[]) => ({
    code: 'ATTACHMENT_REFUSED',
    status: 400,
    issues: paths.map((path): unknown => expect.objectContaining({ path })),
  })
  await expect(ask([file('a.csv', 'text/csv', 'a,b')])).rejects.toMatchObject(
    refused(['attachments.0.mime_type']),
  )
  await expect(ask([html('x'), html('x'.repeat(2_000_001))])).rejects.toMatchObject(
    refused(['attachments.1.size']),
  )
  expect((await ask([file('a.md', '', '# Markdown')])).data.attachments).toHaveLength(1)
  const told = (await (await fetch(`${app.url}/static/data/config.json`)).json()) as { attachments: unknown }
  expect(told.attachments).toMatchObject({ maxBytes: 2_000_000, types: { text: TYPES } })
})

test('a file that cannot be read is refused with the reason', async () => {
  const ask = await asking(anna)
  await expect(
    ask([html('<p>fine'), file('a.pdf', 'application/pdf', '%PDF-1.7 nothing')]),
  ).rejects.toMatchObject({
    code: 'ATTACHMENT_REFUSED',
    issues: [
      {
        path: 'attachments.1.base64',
        message: 'no text could be read from the file: the document cannot be read',
      },
    ],
  })
})

test('attachments report how many characters of long files were read, also in a copied tab', async () => {
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  const text = (name: string, characters: number) => file(name, 'text/plain', 'a'.repeat(characters))
  const asked = (body: object) =>
    anna.client.call(contract.answers.ask, {
      params: { id: 1 },
      body: { prompt: 'What is in it?', projectTabId: tab.id, ...body },
    })
  const attachments = [text('a.txt', 1_500_000), text('b.txt', 500_001), html('<p>late')]
  const { data } = await asked({ attachments })
  const told = [{ name: 'a.txt' }, { name: 'b.txt', readCharacters: 500_000 }, { readCharacters: 0 }]
  expect(data.attachments).toMatchObject(told)
  expect(data.attachments[0]).not.toHaveProperty('readCharacters')
  const copied = await anna.client.call(contract.tabs.copy, { params: { id: tab.id }, body: {} })
  for (const id of [tab.id, copied.data.projecttab.id]) {
    const listed = await anna.client.call(contract.queries.list, { params: { id } })
    expect(listed.data.Queries.at(-1)?.attachments).toMatchObject(told)
  }
  const whole = await asked({ attachments: [text('a.txt', 1_999_999), text('b.txt', 1)] })
  for (const one of whole.data.attachments) expect(one).not.toHaveProperty('readCharacters')
})

// Each file takes the parser more than a second, beside other tests on a slow machine more than five.
const slow = html('<b>x</b>'.repeat(200_000))
/** Less than forty of them take on any machine. */
const FEW_FILES_MS = 30_000

test('many files of one user do not delay another user, and aborted ones free their slots', async () => {
  const [ask, askToo] = [await asking(anna), await asking(ben)]
  const gone = new AbortController()
  const flood = Promise.allSettled(
    Array.from({ length: 4 }, () =>
      ask(
        Array.from({ length: 10 }, () => slow),
        gone.signal,
      ),
    ),
  )
  const begin = performance.now()
  expect((await askToo([html('<p>mine')])).data.attachments).toHaveLength(1)
  expect(performance.now() - begin).toBeLessThan(FEW_FILES_MS)
  gone.abort()
  await flood
  // A file whose client disconnected is not parsed further: its slot is free.
  const again = performance.now()
  await ask([html('<p>now')])
  expect(performance.now() - again).toBeLessThan(FEW_FILES_MS)
})

test('more files than the queue allows are refused with 429, and none of that message is parsed', async () => {
  // One file is parsed and five wait: a message of ten is rejected at any parsing speed.
  await using small = await testApp({ documentLimits: { waitingPerPerson: 5 } })
  const ask = await asking(await small.deps.user(), small)
  await expect(ask(Array.from({ length: 10 }, () => slow))).rejects.toMatchObject({
    code: 'TOO_MANY_DOCUMENTS',
    status: 429,
  })
  // There is room for five again only when none of those waits any more.
  const five = Array.from({ length: 5 }, () => html('<p>now'))
  expect((await ask(five)).data.attachments).toHaveLength(5)
})

describe('a question that is not stored leaves no files', () => {
  const folder = () => join(app.db.dataDir, 'blobs')
  const blobs = async () => {
    const keys: string[] = []
    for await (const key of openDiskBlobs(folder()).keys()) keys.push(key)
    return keys.toSorted()
  }
  const three = ['a', 'b', 'c'].map(plain)
  const newTab = async () => (await app.deps.tab(anna, await app.deps.project(anna))).id
  const ask = (projectTabId: number, body: object = {}) =>
    anna.client.call(contract.answers.ask, {
      params: { id: 1 },
      body: { prompt: 'What is in it?', projectTabId, attachments: three, ...body },
    })

  test('when it replaces a message of another tab (404) or one being answered (409)', async () => {
    const [tabId, elsewhere] = [await newTab(), await newTab()]
    const { queryId } = (await ask(tabId)).data
    const before = await blobs()
    const again = { replacesQueryId: queryId }
    await expect(ask(elsewhere, again)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await blobs()).toEqual(before)
    const setState = (state: number) =>
      app.db.pool.query('UPDATE messages SET state = $2 WHERE id = $1', [queryId, state])
    await setState(1)
    await expect(ask(tabId, again)).rejects.toMatchObject({ status: 409, code: 'STILL_ANSWERING' })
    await setState(2)
    expect(await blobs()).toEqual(before)
    await ask(tabId, again)
    expect(await blobs()).toHaveLength(before.length + 3)
  })

  test('when one of its files cannot be stored', async () => {
    const tabId = await newTab()
    const before = await blobs()
    // Files in the place of folders: three of four keys cannot be stored.
    const taken = Array.from({ length: 192 }, (_, index) => index.toString(16).padStart(2, '0'))
    const there = new Set(await readdir(folder()))
    const free = taken.filter((name) => !there.has(name))
    await Promise.all(free.map((name) => writeFile(join(folder(), name), '')))
    const ten = Array.from({ length: 10 }, (_, index) => plain(String(index)))
    await expect(ask(tabId, { attachments: ten })).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    await Promise.all(free.map((name) => rm(join(folder(), name))))
    expect(await blobs()).toEqual(before)
  })

  test('when the outcome of storing is unknown, except files that a stored message uses', async () => {
    const tabId = await newTab()
    const before = await blobs()
    await app.db.pool.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'cut' USING ERRCODE = '08006'; END $$`)
    await app.db.pool.query(`CREATE TRIGGER cut BEFORE INSERT ON messages FOR EACH ROW
      WHEN (new.query_text = 'CUT') EXECUTE FUNCTION cut()`)
    await expect(ask(tabId, { prompt: 'CUT' })).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
    const added = (await blobs()).filter((key) => !before.includes(key))
    expect(added).toHaveLength(3)
    const { queryId } = (await ask(tabId, { attachments: [] })).data
    // As if the question had been stored with its first file.
    await app.db.pool.query(
      `INSERT INTO attachments (message_id, position, name, mime_type, size, blob, created)
        VALUES ($1, 0, 'a', 'text/html', 4, $2, now())`,
      [queryId, added[0]],
    )
    const hasten = async () => {
      const { rowCount } = await app.db.pool.query(
        `UPDATE jobs.job SET start_after = now() WHERE name = 'queries.forget-blobs' AND data -> 'keys' ? $1`,
        [added[0]],
      )
      return rowCount
    }
    await expect.poll(hasten).toBe(1)
    await expect.poll(blobs, { timeout: 15_000 }).toEqual([...before, ...added.slice(0, 1)].toSorted())
  })
})
