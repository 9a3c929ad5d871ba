import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, DATASOURCE_STATUS, type Datasource } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { base64, create, file, search, settled, update } from './test/datasources.ts'

const { media } = contract
const { ready, failed } = DATASOURCE_STATUS

let app: TestApp
let anna: TestUser
beforeAll(async () => {
  app = await testApp({ pollSeconds: 1 })
  anna = await app.deps.user()
})
afterAll(() => app.close())

test('a failed document reports its reason and does not affect the others', async () => {
  const { id } = await create(anna, {
    media: [
      file('good.txt', 'Tulips bloom in spring.'),
      file('broken.pdf', '%PDF-1.7 nothing'),
      file('empty.txt', '   '),
      file('photo.png', Buffer.from('89504e470d0a1a0a00', 'hex')),
    ],
  })
  const found = await settled(anna, id)
  expect(
    found.media.map(({ name, status, reason, warnings }) => [name, status, reason ?? warnings[0]?.code]),
  ).toEqual([
    ['good.txt', ready, undefined],
    ['broken.pdf', failed, 'damaged'],
    ['empty.txt', failed, 'no_text'],
    ['photo.png', ready, 'pictures'],
  ])
  const only = await create(anna, { media: [file('broken.pdf', '%PDF-1.7 nothing')] })
  await settled(anna, only.id, failed)
  await expect(search(anna, only.id, 'tulips')).rejects.toMatchObject({
    status: 409,
    code: 'DATASOURCE_NOT_READY',
  })
})

test('a file above the size limit is refused with the limit', async () => {
  const { id } = await create(anna)
  await expect(
    anna.client.call(media.begin, { params: { id }, body: { name: 'large.txt', size: 150_000_001 } }),
  ).rejects.toMatchObject({ status: 400, code: 'MEDIA_REFUSED', limit: 150_000_000 })
})

const OLD = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const BAD = [
  ['virus.exe', 'unknown_type', base64('MZ')],
  ['a.pdf', 'type_mismatch', base64('no pdf')],
  ['photo.jpg', 'foreign_picture', base64(Buffer.from('00000018667479706865696300000000', 'hex'))],
  [
    'locked.docx',
    'encrypted',
    base64(Buffer.concat([OLD, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')])),
  ],
  ['nothing.txt', 'empty', ''],
  ['odd.txt', 'not_base64', 'a-b!'],
  ['long.txt', 'too_large', base64('x'.repeat(100_001))],
] as const

describe('a file that is not taken', () => {
  let small: TestApp
  let user: TestUser
  beforeAll(async () => {
    small = await testApp({ file: { limits: { documentBytes: 100_000 } } })
    user = await small.deps.user()
  })
  afterAll(() => small.close())

  const bad = BAD.map(([name, , content]) => ({ name, mime_type: '', content }))
  const good = [file('one.txt', 'Tulips bloom in spring.'), file('two.txt', 'The reactor hums.')]
  const states = ({ media: all }: Datasource) => all.map(({ name, status, reason }) => [name, status, reason])
  const expected = BAD.map(([name, reason]) => [name, failed, reason])

  test('is a failed document with its reason, and the others are read', async () => {
    const made = await create(user, { media: [good[0], ...bad] })
    expect(states(made).slice(1)).toEqual(expected)
    expect(states(await settled(user, made.id))).toEqual([['one.txt', ready, null], ...expected])
    const kept = made.media.map(({ media_id }) => ({ media_id }))
    await update(user, made.id, { media: [...kept, ...bad, good[1]] })
    const found = await settled(user, made.id)
    expect(states(found).slice(1 + bad.length)).toEqual([...expected, ['two.txt', ready, null]])
    for (const q of ['tulips', 'reactor'])
      expect((await search(user, made.id, q)).data.Passages).toHaveLength(1)
  })

  test('keeps its reason when it is indexed again, or cut in another size', async () => {
    const { id } = await create(user, { media: [...bad, good[0]] })
    const params = { id }
    await user.client.call(media.indexFailed, { params })
    expect(states(await settled(user, id)).slice(0, -1)).toEqual(expected)
    await update(user, id, { chunkSize: 512 })
    expect(states(await settled(user, id)).slice(0, -1)).toEqual(expected)
  })
})

test.each([
  [{ chunkSize: 63 }, 400],
  [{ chunkSize: 8_193 }, 400],
  [{ chunkOverlap: 15 }, 400],
  [{ chunkOverlap: 129 }, 400],
  [{ chunkSize: 64, chunkOverlap: 64 }, 400],
  [{ chunkSize: '512' }, 400],
  [{ name: '  ' }, 400],
  [{ media: [{ url: 'no address' }] }, 400],
  [{ media: [{ media_id: 999_999_999 }] }, 404],
])('invalid settings %j are refused with %i', async (body, status) => {
  await expect(create(anna, body)).rejects.toMatchObject({ status })
})
