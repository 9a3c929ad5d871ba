// Accounts and their table, for the tests of several files.
import { contract } from '@polylogue/contract'
import type { TestApp, TestUser } from '#test/test-app.ts'

export const put = (who: TestUser, id: number, body: unknown) =>
  who.client.call(contract.users.update, { params: { id }, body: body as never })

export function accountsIn(app: () => TestApp) {
  const post = (who: TestUser, body: object) =>
    who.client.call(contract.users.create, {
      body: { firstName: 'New', lastName: 'Person', email: `new${++count}@example.org`, ...body } as never,
    })
  let count = 0
  const table = async () => {
    const { rows } = await app().db.pool.query<Record<string, unknown>>('SELECT * FROM users ORDER BY id')
    return rows.map((row): Record<string, unknown> => ({ ...row, last_sign_in: null }))
  }
  return { post, table }
}
