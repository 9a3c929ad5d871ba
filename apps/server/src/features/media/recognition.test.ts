// Text recognition of the documents of data sources (decision 106), with the real package.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract, DATASOURCE_STATUS } from '@polylogue/contract'
import { SCAN, scannedPdf, scannedTiff } from '#test/scan.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { zip } from '#platform/documents/test/zip.ts'
import { adaptRecognitions } from './indexing/recognition-store.ts'

const { datasources, media } = contract
const { indexing, ready, failed } = DATASOURCE_STATUS

let app: TestApp
let anna: TestUser
let ben: TestUser
beforeAll(async () => {
  app = await testApp({ file: { recognitionLanguages: ['deu', 'eng', 'bul'] } })
  anna = await app.deps.user()
  ben = await app.deps.user()
})
afterAll(() => app.close())

const file = (name: string, bytes: Buffer | string) => ({
  name,
  mime_type: '',
  content: Buffer.from(bytes as string).toString('base64'),
})
const create = async (who: TestUser, ...files: ReturnType<typeof file>[]) =>
  (await who.client.call(datasources.create, { body: { name: 'Archive', media: files } })).data.datasource
const get = async (who: TestUser, id: number) =>
  (await who.client.call(datasources.get, { params: { id } })).data.datasource
const search = async (who: TestUser, id: number, q: string) =>
  (await who.client.call(datasources.search, { params: { id }, body: { q } })).data.Passages
const until = (who: TestUser, id: number, isSo: (found: Awaited<ReturnType<typeof get>>) => boolean) =>
  vi.waitFor(
    async () => {
      const found = await get(who, id)
      if (!isSo(found)) throw new Error(`not yet: ${JSON.stringify(found.media)}`)
      return found
    },
    { timeout: 100_000, interval: 100 },
  )
const isRecognized = ({ media: documents }: Awaited<ReturnType<typeof get>>) =>
  documents.every(({ recognizing, status }) => !recognizing && status >= ready)

test('scans and pictures are found after indexing, which does not wait for them', async () => {
  const { id } = await create(
    anna,
    file('scan.pdf', scannedPdf()),
    file('photo.png', SCAN),
    file('note.txt', 'The canteen opens at noon.'),
  )
  const before = await until(anna, id, ({ media: all }) => all[2]?.status === ready)
  expect(before.media.some(({ recognizing }) => recognizing)).toBe(true)
  expect(await search(anna, id, 'when does the canteen open')).toHaveLength(1)
  const after = await until(anna, id, isRecognized)
  const sure = expect.any(Number) as number
  expect(after.media.map(({ warnings }) => warnings)).toEqual([
    [{ code: 'recognized', pages: [1], confidence: sure }],
    [{ code: 'recognized', pages: [], count: 1, confidence: sure }],
    [],
  ])
  const passages = await search(anna, id, 'bicycle garage')
  expect(passages.map(({ title }) => title).toSorted()).toEqual(['photo.png', 'scan.pdf'])
  expect(passages.every(({ recognized }) => recognized)).toBe(true)
  expect((await search(anna, id, 'canteen'))[0]?.recognized).toBe(false)
}, 150_000)

test('a scan that is removed, or whose indexing is cancelled, is not recognised any more', async () => {
  const source = await create(ben, file('long.pdf', scannedPdf(40)), file('next.pdf', scannedPdf(40)))
  const { media: waiting } = await until(ben, source.id, ({ media: all }) =>
    all.every(({ recognizing }) => recognizing),
  )
  expect((await get(ben, source.id)).status).toBe(indexing)
  const [first, second] = waiting.map(({ media_id }) => media_id)
  await ben.client.call(datasources.update, {
    params: { id: source.id },
    body: { media: [{ media_id: second }] } as never,
  })
  await ben.client.call(media.cancel, { params: { id: second as number } })
  const { status, media: left } = await until(ben, source.id, isRecognized)
  expect([status, left[0]?.lastFailure, left.some(({ media_id }) => media_id === first)]).toEqual([
    failed,
    'cancelled',
    false,
  ])
  // The place is free at once: 80 pages would take longer than this test.
  const other = await create(anna, file('short.pdf', scannedPdf()))
  await until(anna, other.id, isRecognized)
}, 150_000)

test('documents that were read without text recognition are recognised after it was installed', async () => {
  const { id } = await create(anna, file('scan.pdf', scannedPdf()), file('photo.png', SCAN))
  await until(anna, id, isRecognized)
  // As an installation without the packages stores them.
  await app.db.pool.query(
    `UPDATE media SET recognition = NULL, chunks = 0, extraction = NULL, status = CASE mime_type WHEN 'image/png' THEN 2 ELSE 3 END,
      reason = CASE mime_type WHEN 'image/png' THEN NULL ELSE 'no_text' END WHERE datasource_id = $1`,
    [id],
  )
  await adaptRecognitions(app.db, true)
  await until(anna, id, (found) => isRecognized(found) && found.media.every(({ chunks }) => chunks > 0))
  await app.db.pool.query(
    `UPDATE media SET recognition = 0, chunks = 0 WHERE datasource_id = $1 AND mime_type = 'application/pdf'`,
    [id],
  )
  await adaptRecognitions(app.db, false)
  expect((await get(anna, id)).media[0]).toMatchObject({
    recognizing: false,
    status: failed,
    reason: 'no_text',
  })
})

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
/** A Word document: a long text, then a picture of text. */
const letter = () =>
  zip({
    'word/document.xml': `<w:document xmlns:w="w" xmlns:a="a" xmlns:pic="p" xmlns:wp="wp" xmlns:r="${RELATIONS}"><w:body>${'<w:p><w:r><w:t>The canteen opens at noon on every day of the week.</w:t></w:r></w:p>'.repeat(60)}<w:p><w:r><w:drawing><wp:inline><pic:pic><a:blip r:embed="scan"/></pic:pic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="scan" Type="${RELATIONS}/image" Target="media/scan.png"/></Relationships>`,
    'word/media/scan.png': SCAN,
  })

test('text in a picture of a Word document, and on pages of a TIFF file, is found and counts as recognised', async () => {
  const { id } = await create(anna, file('letter.docx', letter()), file('pages.tif', scannedTiff(2)))
  const done = await until(anna, id, isRecognized)
  const confidence = expect.any(Number) as number
  expect(done.media.map(({ warnings, pages }) => [pages, warnings])).toEqual([
    [null, [{ code: 'recognized_pictures', pages: [], count: 1, confidence }]],
    [2, [{ code: 'recognized', pages: [1, 2], confidence }]],
  ])
  const passages = await search(anna, id, 'bicycle garage')
  expect(new Set(passages.map(({ title }) => title))).toEqual(new Set(['letter.docx', 'pages.tif']))
  expect(passages.every(({ recognized }) => recognized)).toBe(true)
  const typed = (await search(anna, id, 'canteen')).filter(({ text }) => !text.includes('bicycle'))
  expect(typed.map(({ recognized }) => recognized)).toContain(false)
  expect(typed.some(({ recognized }) => recognized)).toBe(false)
}, 150_000)

test('pictures of documents that were read without text recognition are recognised after it was installed', async () => {
  const { id } = await create(anna, file('letter.docx', letter()))
  await until(anna, id, isRecognized)
  // As an installation without the packages stores it.
  await app.db.pool.query(
    `UPDATE media SET recognition = NULL, warnings = '[{"code": "pictures", "pages": [], "count": 1}]' WHERE datasource_id = $1`,
    [id],
  )
  await adaptRecognitions(app.db, true)
  await until(
    anna,
    id,
    (found) => isRecognized(found) && found.media[0]?.warnings[0]?.code === 'recognized_pictures',
  )
}, 150_000)
