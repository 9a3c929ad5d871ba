// Calls of projects, for the tests of several files.
import { contract, type AssocContext, type Project } from '@polylogue/contract'
import type { TestUser } from '#test/test-app.ts'

export async function get(who: TestUser, id: number): Promise<Project> {
  return (await who.client.call(contract.projects.get, { params: { id } })).data.project
}
export async function update(
  who: TestUser,
  id: number,
  body: {
    name?: string
    description?: string
    type?: number
    ownerId?: number
    defaultModelId?: number
    defaultModelTagId?: number
    defaultDatasourceId?: number
    custInstWhoId?: number
    custInstRespondId?: number
    assocContexts?: AssocContext[]
    ifModified?: string
  },
): Promise<Project> {
  return (await who.client.call(contract.projects.update, { params: { id }, body })).data.project
}
export async function remove(who: TestUser, id: number): Promise<unknown> {
  return (await who.client.call(contract.projects.remove, { params: { id } })).data
}
export async function list(who: TestUser, query: { limit?: number; cursor?: string } = {}) {
  const { data, meta } = await who.client.call(contract.projects.list, { params: { id: who.id }, query })
  return { projects: data.Projects, nextCursor: meta.nextCursor }
}
export const entry = (contextId: number, write = false, admin = false): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: write,
  hasAdminAccess: admin,
})
