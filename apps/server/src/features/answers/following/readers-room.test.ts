// How many answers a user may start to follow at once, finished ones included, before the database is queried.
import { expect, test } from 'vitest'
import type { Person } from '#access/index.ts'
import { openLog } from '#platform/log.ts'
import { openReaders } from './readers.ts'

test('a viewer who opens too many finished answers at once is refused; other viewers are not', async () => {
  const readers = openReaders({
    most: () => 3,
    bus: { on: () => () => undefined, onGap: () => () => undefined },
    log: openLog('silent'),
    seen: () => undefined,
    still: () => Promise.resolve([]),
  })
  const [anna, bert] = [1, 2].map((userId) => ({ kind: 'person', userId })) as [Person, Person]
  const loaded = Promise.withResolvers<void>()
  const entering = [1, 2, 3].map((id) => readers.entering(anna, id, () => loaded.promise))
  await expect(readers.entering(anna, 4, () => Promise.resolve())).rejects.toMatchObject({
    code: 'TOO_MANY_STREAMS',
    retryAfter: 10,
  })
  await readers.entering(bert, 4, () => Promise.resolve())
  loaded.resolve()
  await Promise.all(entering)
  await expect
    .poll(() => readers.entering(anna, 4, () => Promise.resolve(true)).catch(() => false))
    .toBe(true)
  readers.close()
})
