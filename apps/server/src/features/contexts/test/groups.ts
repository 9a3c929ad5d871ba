// Calls of groups, for the tests of several files.
import { contract, type AssocContext, type Context, type ContextList } from '@polylogue/contract'
import type { TestApp, TestUser } from '#test/test-app.ts'

const { contexts } = contract

export const [ORG_UNIT, TEAM] = [2, 3]

export const entry = (contextId: number, access: Partial<AssocContext> = {}): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: false,
  hasAdminAccess: false,
  ...access,
})

export async function group(owner: TestUser, body: Partial<Context> = {}): Promise<Context> {
  const sent = { contextTypeId: TEAM, name: 'A team', ...body }
  return (await owner.client.call(contexts.create, { body: sent })).data.context
}
export const removeMember = (by: TestUser, id: number, assocContextId: number) =>
  by.client.call(contexts.removeMember, { params: { id, assocContextId } })
export const membersOf = async (by: TestUser, id: number, query = {}) =>
  (await by.client.call(contexts.members, { params: { id }, query })).data.Members
export const idsOf = async (by: TestUser, id: number, query = {}) =>
  (await membersOf(by, id, query)).map(({ context }) => context.id)
export const listed = async (by: TestUser, id: ContextList, query = {}) =>
  Object.values((await by.client.call(contexts.list, { params: { id }, query })).data).flatMap(
    (found) => found ?? [],
  )
export const search = async (by: TestUser, query: object) =>
  (await by.client.call(contexts.search, { query })).data.Contexts

export function groupsIn(app: () => TestApp) {
  const tenantNamed = async (name: string) => {
    const { rows } = await app().db.pool.query<{ id: number }>(
      'SELECT id FROM contexts WHERE type_id = 6 AND name = $1',
      [name],
    )
    return rows[0]?.id ?? 0
  }
  return { tenantNamed }
}
