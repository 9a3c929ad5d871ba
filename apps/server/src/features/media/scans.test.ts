// How the scans of a data source are read: in its languages, and by its model first (decision 115).
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS, type Datasource } from '@polylogue/contract'
import { startModelServer, type ModelServer } from '#test/model-server/index.ts'
import { SCAN, scannedPdf, scannedTiff } from '#test/scan.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { datasources } = contract
const { ready } = DATASOURCE_STATUS

let app: TestApp
let server: ModelServer
let anna: TestUser
let root: TestUser
let heard: string[] = []
let answer: object = {}
beforeAll(async () => {
  server = await startModelServer({
    models: ['vision', 'blind'],
    heard: (body) => void heard.push(body),
    answer: () => answer,
  })
  app = await testApp({
    file: { recognitionLanguages: ['deu', 'eng', 'bul'] },
    engines: { openaiBaseUrl: server.url },
  })
  anna = await app.deps.user()
  root = await app.deps.user({ roleId: 1 })
})
afterEach(() => {
  heard = []
  answer = {}
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const tagOf = async (name: string) => {
  const { data } = await anna.client.call(contract.models.list)
  const found = data.Models.flatMap(({ tags }) => tags).find(({ fullName }) => fullName === `${name}:latest`)
  if (!found) throw new Error(`${name} was not discovered`)
  return found.id
}
const file = (name: string, bytes: Buffer) => ({ name, mime_type: '', content: bytes.toString('base64') })
type Body = Record<string, unknown>
// In one language, unless a test is about languages: each costs the time of a recognition.
const create = async (body: Body, who = anna) =>
  (
    await who.client.call(datasources.create, {
      body: { name: 'Archive', recognitionLanguages: ['eng'], ...body } as never,
    })
  ).data.datasource
const update = async (id: number, body: Body, who = anna) =>
  (await who.client.call(datasources.update, { params: { id }, body: body as never })).data.datasource
const search = async (id: number, q: string) =>
  (await anna.client.call(datasources.search, { params: { id }, body: { q } })).data.Passages
const recognized = (id: number, who = anna) =>
  vi.waitFor(
    async () => {
      const { datasource } = (await who.client.call(datasources.get, { params: { id } })).data
      const isDone = ({ status, recognizing }: Datasource['media'][number]) => status >= ready && !recognizing
      if (!datasource.media.every(isDone)) throw new Error(JSON.stringify(datasource.media))
      return datasource
    },
    { timeout: 100_000, interval: 100 },
  )
const warningsOf = ({ media }: Datasource) => media.map(({ warnings }) => warnings)

test('scans are read in the languages of their data source, and again when these change', async () => {
  const { id } = await create({ recognitionLanguages: ['eng'], media: [file('scan.pdf', scannedPdf())] })
  expect((await recognized(id)).recognitionLanguages).toEqual(['eng'])
  expect(await search(id, 'bicycle garage')).not.toEqual([])
  expect(await search(id, 'Библиотеката')).toEqual([])
  const changed = await update(id, { recognitionLanguages: ['bul', 'eng'] })
  expect(changed.media).toMatchObject([{ status: ready, recognizing: true }])
  await recognized(id)
  expect(await search(id, 'Библиотеката')).not.toEqual([])
  expect((await update(id, { recognitionLanguages: ['bul', 'eng'] })).media[0]?.recognizing).toBe(false)
}, 150_000)

test('a language that is not installed is refused with the command that adds it', async () => {
  const body = { name: 'Archive', recognitionLanguages: ['eng', 'fra', 'chi_sim'] }
  await expect(anna.client.call(datasources.create, { body })).rejects.toMatchObject({
    status: 400,
    code: 'RECOGNITION_LANGUAGE_MISSING',
    message: expect.stringContaining(
      'npm install @tesseract.js-data/fra @tesseract.js-data/chi_sim',
    ) as string,
  })
  const odd = { name: 'Archive', recognitionLanguages: ['../../etc'] }
  await expect(anna.client.call(datasources.create, { body: odd })).rejects.toMatchObject({ status: 400 })
  const { id, recognitionLanguages } = await create({ recognitionLanguages: [] })
  expect(recognitionLanguages).toEqual([])
  await expect(update(id, { recognitionLanguages: ['fra'] })).rejects.toMatchObject({ status: 400 })
})

test('a model reads pages and pictures where the data source says so, in Markdown', async () => {
  answer = { text: '# Opening hours\n\n| Day | Hours |\n| --- | --- |\n| Monday | nine to noon |' }
  const { id } = await create({
    recognitionModelTagId: await tagOf('vision'),
    media: [file('scan.pdf', scannedPdf(2)), file('photo.png', SCAN)],
  })
  const by = { code: 'recognized_by_model', names: ['vision:latest'] }
  expect(warningsOf(await recognized(id))).toEqual([
    [{ ...by, pages: [1, 2] }],
    [{ ...by, pages: [], count: 1 }],
  ])
  const [passage] = await search(id, 'Monday nine to noon')
  expect(passage).toMatchObject({
    recognized: true,
    text: expect.stringContaining('Monday | nine') as string,
  })
  expect(heard).toHaveLength(3)
  const pictures = heard.map((body) => /data:(image\/\w+);base64,([^"]{8})/.exec(body)?.slice(1))
  expect(pictures).toEqual(Array(3).fill(['image/png', 'iVBORw0K']))
}, 150_000)

test.each([
  ['refuses', { status: 400 }, 4],
  ['repeats itself to the end', { text: 'the '.repeat(20), finish: 1 }, 1],
])(
  'a model that %s is followed by text recognition, and the document says why',
  async (_, told, pages) => {
    answer = told
    const { id } = await create({
      recognitionModelTagId: await tagOf('vision'),
      media: [file('scan.pdf', scannedPdf(pages))],
    })
    const [warnings] = warningsOf(await recognized(id))
    const all = Array.from({ length: pages }, (__, index) => index + 1)
    expect(warnings).toMatchObject([
      { code: 'recognized', pages: all },
      { code: 'model_not_used', pages: all, names: ['vision:latest'], reason: 'failed' },
    ])
    // Not asked for every page in vain: not for the fourth one.
    expect(heard.filter((body) => body.includes('base64'))).toHaveLength(Math.min(pages, 3))
    expect(await search(id, 'bicycle garage')).not.toEqual([])
  },
  150_000,
)

test('a file that models do not take is recognised', async () => {
  const media = [file('pages.tiff', scannedTiff(2))]
  const { id } = await create({ recognitionModelTagId: await tagOf('vision'), media })
  const [warnings] = warningsOf(await recognized(id))
  expect(warnings).toMatchObject([{ code: 'recognized' }, { code: 'model_not_used', reason: 'unsuitable' }])
  expect(heard).toEqual([])
}, 150_000)

test('confidential scans go to local models only', async () => {
  const tagId = await tagOf('vision')
  const setLocal = (isLocal: boolean) =>
    app.db.pool.query("UPDATE providers SET is_local = $1 WHERE kind = 'openai'", [isLocal])
  answer = { text: 'Written by a model.' }
  await setLocal(false)
  const unfit = { status: 409, code: 'RECOGNITION_MODEL_UNFIT' }
  await expect(create({ label: 'confidential', recognitionModelTagId: tagId })).rejects.toMatchObject(unfit)
  const { id } = await create({ recognitionModelTagId: tagId })
  await update(id, { label: 'confidential' })
  const kept = await update(id, { recognitionModelTagId: tagId, media: [file('scan.pdf', scannedPdf())] })
  expect(kept.recognitionModelTagId).toBe(tagId)
  const [warnings] = warningsOf(await recognized(id))
  expect(warnings).toMatchObject([{ code: 'recognized' }, { code: 'model_not_used', reason: 'not_local' }])
  expect(heard).toEqual([])
  await setLocal(true)
  await update(id, { recognitionLanguages: ['deu'] })
  expect(warningsOf(await recognized(id))[0]).toMatchObject([{ code: 'recognized_by_model' }])
}, 150_000)

test('a model must see pictures, admin access chooses it, and it is asked with the rights of whoever added the scan', async () => {
  const [vision, blind] = [await tagOf('vision'), await tagOf('blind')]
  await expect(create({ recognitionModelTagId: blind })).rejects.toMatchObject({ status: 409 })
  await expect(create({ recognitionModelTagId: 999_999 })).rejects.toMatchObject({ status: 404 })
  const ben = await app.deps.user()
  const { id } = await create({ recognitionModelTagId: vision })
  await app.deps.share(await recognized(id), ben, { write: true })
  await expect(update(id, { recognitionModelTagId: 0 }, ben)).rejects.toMatchObject({ status: 403 })
  answer = { text: 'Written by a model.' }
  const media = [file('scan.pdf', scannedPdf())]
  await update(id, { media }, ben)
  expect(warningsOf(await recognized(id))[0]).toMatchObject([{ code: 'recognized_by_model' }])
  await root.client.call(contract.users.setAccounts, { body: { ids: [ben.id], enabled: false } as never })
  heard = []
  await update(id, { recognitionLanguages: ['deu'] })
  expect(warningsOf(await recognized(id))[0]).toMatchObject([
    { code: 'recognized' },
    { code: 'model_not_used', reason: 'no_access' },
  ])
  expect(heard).toEqual([])
  await update(id, { recognitionModelTagId: 0 })
  expect(warningsOf(await recognized(id))[0]).toMatchObject([{ code: 'recognized' }])
}, 150_000)

test('a change while a model reads a scan ends that, and it is read as chosen now', async () => {
  // Longer than this test waits.
  answer = { text: 'Written by a model.', first: 90_000 }
  const { id } = await create({
    recognitionModelTagId: await tagOf('vision'),
    media: [file('scan.pdf', scannedPdf(3))],
  })
  await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000, interval: 20 })
  await update(id, { recognitionModelTagId: 0 })
  await vi.waitFor(
    async () => expect(warningsOf(await recognized(id))[0]).toMatchObject([{ code: 'recognized' }]),
    { timeout: 60_000, interval: 200 },
  )
  expect(heard).toHaveLength(1)
}, 150_000)

test('the audit trail says which model gets pictures of the documents', async () => {
  const tagId = await tagOf('vision')
  const entries = async (id: number) => {
    const { rows } = await app.db.pool.query(
      `SELECT action, details FROM audit_entries WHERE object_type = 'datasource' AND object_id = $1 ORDER BY id`,
      [id],
    )
    return rows
  }
  const action = 'datasource.scan-model-chosen'
  const chosen = { action, details: { from: '', to: 'vision:latest' } }
  const { id } = await create({ recognitionModelTagId: tagId })
  expect(await entries(id)).toEqual([chosen])
  await update(id, { recognitionModelTagId: tagId, name: 'Same' })
  await update(id, { recognitionModelTagId: 0 })
  const refused = update(id, { recognitionModelTagId: tagId, media: [{ media_id: 999_999_999 }] })
  await expect(refused).rejects.toMatchObject({ status: 404 })
  expect(await entries(id)).toEqual([chosen, { action, details: { from: 'vision:latest', to: '' } }])
})
