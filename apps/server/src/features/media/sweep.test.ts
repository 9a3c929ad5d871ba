import { expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp } from '#test/test-app.ts'
import { sweepUploadsJob } from './jobs.ts'

test('unfinished uploads are deleted with their bytes a week after their last part', async () => {
  await using app = await testApp()
  const anna = await app.deps.user()
  const { data } = await anna.client.call(contract.datasources.create, {
    body: {
      name: 'Uploads',
      media: [{ name: 'whole.txt', mime_type: '', content: Buffer.from('Whole.').toString('base64') }],
    },
  })
  const { id } = data.datasource
  const begin = async (name: string) =>
    (await anna.client.call(contract.media.begin, { params: { id }, body: { name, size: 10 } })).data.media
      .media_id
  const [left, running] = [await begin('left.txt'), await begin('running.txt')]
  for (const mediaId of [left, running])
    await anna.client.call(contract.media.append, {
      params: { id: mediaId },
      body: { offset: 0, base64: Buffer.from('abc').toString('base64') },
    })
  await app.db.pool.query(`UPDATE media SET arrived = now() - interval '2 days' WHERE id = $1`, [left])
  const { rows } = await app.db.pool.query<{ blob: string }>(
    'SELECT blob FROM media_pieces WHERE media_id = $1',
    [left],
  )
  const forgotten: string[] = []
  const sweepAfter = async (days: number) => {
    const now = new Date(Date.now() + days * 86_400_000)
    await sweepUploadsJob({
      db: app.db,
      clock: { now: () => now },
      forget: async (_, keys) => void forgotten.push(...keys),
    }).run({})
    const { data: after } = await anna.client.call(contract.datasources.get, { params: { id } })
    return after.datasource.media.map(({ name }) => name)
  }
  expect(await sweepAfter(4.9)).toEqual(['whole.txt', 'left.txt', 'running.txt'])
  expect(await sweepAfter(5.1)).toEqual(['whole.txt', 'running.txt'])
  expect(forgotten).toEqual(rows.map(({ blob }) => blob))
  expect(await sweepAfter(7.1)).toEqual(['whole.txt'])
})
