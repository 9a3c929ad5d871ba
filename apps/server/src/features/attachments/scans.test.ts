// Text recognition of scans for a question (decision 111), with the real package.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readStream } from '@polylogue/client'
import {
  contract,
  type AttachmentUpload,
  type RecognizedFile,
  type RecognizedSoFar,
} from '@polylogue/contract'
import { SCAN, scannedPdf } from '#test/scan.ts'
import { askAll, openTalk, textOf, type Talk } from '#test/talk.ts'
import type { TestUser } from '#test/test-app.ts'

const { answers, auth, queries, tabs } = contract

let talk: Talk
let without: Talk
let ben: TestUser
beforeAll(async () => {
  talk = await openTalk([], { file: { recognitionLanguages: ['deu', 'eng', 'bul'] } })
  without = await openTalk([])
  ben = await talk.app.deps.user()
})
afterAll(async () => {
  await talk[Symbol.asyncDispose]()
  await without[Symbol.asyncDispose]()
})

const file = (name: string, bytes: Buffer): AttachmentUpload => ({
  name,
  mime_type: '',
  base64: bytes.toString('base64'),
})
const scan = file('scan.pdf', scannedPdf(2))
const photo = file('photo.png', SCAN)
const LINES = [/bicycle garage opens in March/, /Gebühr beträgt zwölf Euro/, /Библиотеката работи в събота/]

type Told =
  | { readonly event: 'progress'; readonly data: RecognizedSoFar }
  | { readonly event: 'text'; readonly data: RecognizedFile }
  | { readonly event: 'error'; readonly data: { readonly errorCode: string; readonly errorMessage: string } }

/** Reads a scan; `onTold` gets each event. */
async function read(
  who: TestUser,
  body: AttachmentUpload,
  { onTold = () => undefined, signal }: { onTold?: (told: Told) => void; signal?: AbortSignal } = {},
): Promise<Told[]> {
  const response = await who.client.open(answers.readText, { body }, { signal })
  const all: Told[] = []
  const toldOf = ({ event, data }: { event?: string | undefined; data: string }) =>
    ({ event, data: JSON.parse(data) as object }) as Told
  for await (const told of readStream(response, signal, toldOf)) {
    all.push(told)
    onTold(told)
  }
  return all
}

const resultOf = (told: readonly Told[]): RecognizedFile => {
  const last = told.at(-1)
  if (last?.event !== 'text') throw new Error(`no text: ${JSON.stringify(told)}`)
  return last.data
}

test('a scan is recognised with its progress, and a model gets the text with a note that says so', async () => {
  const told = await read(talk.anna, scan)
  expect(told.slice(0, -1)).toEqual(
    [0, 1].map((done): unknown => ({ event: 'progress', data: { done, of: 2 } })),
  )
  const { recognized, pagesWithoutText } = resultOf(told)
  expect([recognized?.pages, pagesWithoutText]).toEqual([[1, 2], []])
  expect(recognized?.confidence).toBeGreaterThan(80)
  for (const line of LINES) expect(recognized?.text).toMatch(line)

  const projectTabId = await talk.newTab()
  const received = await askAll(talk, 'echo', { projectTabId, attachments: [{ ...scan, recognized }] })
  expect(textOf(received)).toContain(
    String.raw`scan.pdf\">\n[The text of pages 1, 2 was read by text recognition and can have mistakes.]\n\n[Page 1]`,
  )
  for (const line of LINES) expect(textOf(received)).toMatch(line)

  const copied = await talk.anna.client.call(tabs.copy, { params: { id: projectTabId }, body: {} })
  for (const id of [projectTabId, copied.data.projecttab.id]) {
    const { data } = await talk.anna.client.call(queries.list, { params: { id } })
    expect(data.Queries.at(-1)?.attachments).toMatchObject([{ confidence: recognized?.confidence }])
  }
  // The page has only the bytes of the file when a question is asked again.
  const replacesQueryId = (await talk.anna.client.call(queries.list, { params: { id: projectTabId } })).data
    .Queries[0]?.id
  const again = await askAll(talk, 'echo', { projectTabId, replacesQueryId, attachments: [scan] })
  expect(textOf(again)).toMatch(LINES[0] as RegExp)
  const other = file('scan.pdf', scannedPdf(3))
  const changed = await askAll(talk, 'echo', { projectTabId, replacesQueryId, attachments: [other] })
  expect(textOf(changed)).not.toMatch(LINES[0] as RegExp)
}, 150_000)

test('a model that sees no pictures gets the recognised text of one', async () => {
  const { recognized } = resultOf(await read(talk.anna, photo))
  expect(recognized?.pages).toEqual([])
  const projectTabId = await talk.newTab()
  const body = { prompt: 'What does it say?', projectTabId, attachments: [photo] }
  const guide = talk.anna.client.call(answers.ask, { params: { id: 1 }, body })
  await expect(guide).rejects.toMatchObject({ code: 'ATTACHMENT_REFUSED' })
  const attachments = [{ ...photo, recognized }]
  const received = textOf(await askAll(talk, 'echo', { projectTabId, attachments }))
  expect(received).toContain('[The text was read by text recognition and can have mistakes.]')
  expect(received).toMatch(LINES[0] as RegExp)
}, 100_000)

test('what is no scan is refused, and so is any without text recognition, with the way on', async () => {
  const refusals: [Talk, AttachmentUpload, object][] = [
    [talk, file('a.txt', Buffer.from('text')), { status: 400, code: 'ATTACHMENT_REFUSED' }],
    [talk, { ...photo, base64: 'x' }, { status: 400, code: 'ATTACHMENT_REFUSED' }],
    [
      without,
      photo,
      { status: 409, message: expect.stringContaining('npm ci --include=optional') as string },
    ],
  ]
  for (const [where, body, problem] of refusals)
    await expect(read(where.anna, body)).rejects.toMatchObject(problem)
  const { data } = await talk.anna.client.call(answers.readFile, { body: scan })
  expect(data.file).toEqual({ hasText: false, pagesWithoutText: [1, 2], hasScans: true })
})

test('a picture that would need gigabytes is not decoded, and a damaged file says so', async () => {
  const bomb = Buffer.from(SCAN)
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  expect(resultOf(await read(talk.anna, file('bomb.png', bomb)))).toEqual({
    recognized: null,
    pagesWithoutText: [],
  })
  const damaged = await read(talk.anna, file('bad.pdf', Buffer.from('%PDF-1.7 nothing')))
  expect(damaged.at(-1)).toMatchObject({ event: 'error', data: { errorCode: 'ATTACHMENT_REFUSED' } })
}, 60_000)

test('one of 300 scans of a person is read at once, few wait, and others have their turn next', async () => {
  const gone = new AbortController()
  const begun = Promise.withResolvers<void>()
  const long = file('long.pdf', scannedPdf(1_000))
  const flood = Array.from({ length: 300 }, () =>
    read(talk.anna, long, {
      signal: gone.signal,
      onTold: ({ data }) => {
        // Of 1,000 pages, 500 are read.
        if ('of' in data && data.of === 500) begun.resolve()
      },
    }).catch((error: unknown) => error),
  )
  await begun.promise
  const refused = vi.fn()
  for (const one of flood) void one.then((result) => refused((result as { code?: string }).code))
  await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(290), { timeout: 30_000, interval: 50 })
  expect(new Set(refused.mock.calls.flat())).toEqual(new Set(['TOO_MANY_DOCUMENTS']))
  const next = read(ben, photo)
  gone.abort()
  // The place is free at once: the pages of one would take longer than this test.
  expect(resultOf(await next).recognized?.text).toMatch(LINES[0] as RegExp)
  await Promise.all(flood)
  expect(resultOf(await read(talk.anna, photo)).recognized).not.toBeNull()
}, 150_000)

test('signing out ends the reading', async () => {
  const cara = await talk.app.deps.user()
  const begun = Promise.withResolvers<void>()
  const reading = read(cara, file('long.pdf', scannedPdf(1_000)), { onTold: () => begun.resolve() })
  await begun.promise
  await cara.client.call(auth.logout)
  expect((await reading).every(({ event }) => event === 'progress')).toBe(true)
  expect(resultOf(await read(ben, photo)).recognized).not.toBeNull()
}, 100_000)
