import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { entry, group, idsOf, listed, membersOf, removeMember } from './test/groups.ts'

let app: TestApp
let lead: TestUser
let anna: TestUser
let bert: TestUser
beforeAll(async () => {
  app = await testApp()
  lead = await app.deps.user({ roleId: 8, firstName: 'Lea' })
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
})
afterAll(() => app.close())

const DENIED = { status: 403, code: 'PERMISSION_DENIED' }
const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }

describe('leaving an item', () => {
  const list = (who: TestUser) => listed(who, 'projects').then((found) => found.map(({ id }) => id))
  const open = (who: TestUser, id: number) => who.client.call(contract.projects.get, { params: { id } })

  test('ends the share and hides access through groups until it is shared again', async () => {
    const project = await app.deps.project(anna, { name: 'Shared' })
    const { id } = project.context
    const { id: team } = await group(lead, { assocContexts: [entry(bert.contextId)] })
    await app.deps.share(project, bert, { write: true })
    await app.deps.share(project, { contextId: team })
    expect(await list(bert)).toContain(id)
    await removeMember(bert, id, bert.contextId)
    expect(await list(bert)).not.toContain(id)
    await expect(open(bert, project.id)).rejects.toMatchObject(NOT_FOUND)
    await expect(removeMember(bert, id, bert.contextId)).rejects.toMatchObject(NOT_FOUND)
    const shares = [entry(team), entry(bert.contextId)]
    await anna.client.call(contract.projects.update, {
      params: { id: project.id },
      body: { assocContexts: shares },
    })
    await open(bert, project.id)
  })

  test.each(['leaves', 'is removed'])(
    'gives an open list of shares a conflict when somebody %s; the order of the list stays',
    async (how) => {
      const project = await app.deps.project(anna)
      const { id } = project.context
      await app.deps.share(project, bert)
      const newer = await app.deps.project(anna)
      const { modified } = (await open(anna, project.id)).data.project
      await removeMember(how === 'leaves' ? bert : anna, id, bert.contextId)
      const body = { assocContexts: [entry(bert.contextId), entry(lead.contextId)], ifModified: modified }
      await expect(
        anna.client.call(contract.projects.update, { params: { id: project.id }, body }),
      ).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
      await expect(open(bert, project.id)).rejects.toMatchObject(NOT_FOUND)
      const ofAnna = { params: { id: anna.id }, query: { limit: 2 } }
      const { data } = await anna.client.call(contract.projects.list, ofAnna)
      expect(data.Projects.map((one) => one.id)).toEqual([newer.id, project.id])
    },
  )

  test('is refused for the owner; others can be removed only with admin access', async () => {
    const project = await app.deps.project(anna)
    const { id } = project.context
    await app.deps.share(project, bert, { write: true })
    await app.deps.share(project, lead, { admin: true })
    await expect(removeMember(anna, id, anna.contextId)).rejects.toMatchObject({ code: 'OWNER_CANNOT_LEAVE' })
    await expect(removeMember(bert, id, lead.contextId)).rejects.toMatchObject(DENIED)
    await expect(removeMember(lead, id, anna.contextId)).rejects.toMatchObject(NOT_FOUND)
    const other = await app.deps.project(anna)
    await app.deps.share(other, bert)
    await expect(removeMember(lead, other.context.id, bert.contextId)).rejects.toMatchObject(NOT_FOUND)
    await removeMember(lead, id, bert.contextId)
    expect(await idsOf(anna, id)).toEqual([anna.contextId, lead.contextId])
    await expect(membersOf(bert, id)).rejects.toMatchObject(NOT_FOUND)
  })
})
