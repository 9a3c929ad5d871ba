// A token whose use cannot be stored does not block storing the use of others (FAULT-7).
import { expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp } from '#test/test-app.ts'

test('a use that cannot be stored does not affect other tokens', async () => {
  await using app = await testApp()
  const user = await app.deps.user()
  const body = { name: 'A program' }
  const made = await Promise.all(
    [1, 2, 3].map(() =>
      user.client.call(contract.apitokens.saveOfUser, { params: { userId: user.id }, body }),
    ),
  )
  const [poisoned] = made.map(({ data }) => data.ApiToken?.id)
  await app.db.pool.query(
    `ALTER TABLE api_tokens ADD CONSTRAINT unstorable CHECK (last_used IS NULL OR id <> ${poisoned})`,
  )
  const programs = made.map(({ data }) => app.deps.program(data.value ?? ''))
  await Promise.all(programs.map((program) => program.call(contract.users.get, { params: { id: user.id } })))
  const used = async () =>
    (await app.db.pool.query('SELECT count(*)::int AS n FROM api_tokens WHERE last_used IS NOT NULL')).rows
  await expect.poll(used).toEqual([{ n: 2 }])
})
