import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { livePage } from '#test/live-page.ts'
import { storeMessage } from '#test/messages.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import { searchFeature } from '#features/search/index.ts'
import { projectItem } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const archive = (who: TestUser, id: number, archived = true) =>
  who.client.call(contract.projects.archive, { params: { id }, body: { archived } })
const archivedOf = async (who: TestUser, of = who) =>
  (await who.client.call(contract.projects.archived, { params: { id: of.id } })).data.projectIds
const list = async (who: TestUser, archived?: 'only' | 'all') => {
  const query = archived ? { archived } : {}
  const { data } = await who.client.call(contract.projects.list, { params: { id: who.id }, query })
  return data.Projects.map(({ name }) => name)
}

describe('PROJECT-10: an archived project', () => {
  test('leaves the lists of the person’s other windows, and of nobody else’s, without a reload', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const project = await app.deps.project(anna)
    await app.deps.share(project, bert)
    const [annas, berts] = [await livePage(app, anna), await livePage(app, bert)]
    const lists = (page: typeof annas) => page.messages.filter(({ context }) => context === 8).length
    const before = lists(berts)
    await archive(anna, project.id)
    await expect.poll(() => lists(annas)).toBeGreaterThan(0)
    await archive(anna, project.id, false)
    expect(lists(berts)).toBe(before)
  })

  test('leaves the lists of the person who archived it, and comes back', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const away = await app.deps.project(anna, { name: 'Away' })
    await app.deps.project(anna, { name: 'Stays' })
    await app.deps.share(away, bert)
    await archive(anna, away.id)
    await archive(anna, away.id)
    expect(await list(anna)).toEqual(['Stays'])
    expect(await list(anna, 'only')).toEqual(['Away'])
    expect(await list(anna, 'all')).toEqual(['Stays', 'Away'])
    expect(await archivedOf(anna)).toEqual([away.id])
    expect(await list(bert)).toEqual(['Away'])
    expect(await archivedOf(bert)).toEqual([])
    const { project } = (await anna.client.call(contract.projects.get, { params: { id: away.id } })).data
    expect(project.name).toBe('Away')
    await archive(anna, away.id, false)
    expect(await list(anna)).toEqual(['Stays', 'Away'])
    await expect(list(anna, 'only')).rejects.toMatchObject({
      code: 'NONE_FOUND',
      message: 'You have archived no projects.',
    })
  })

  test('is not listed when it is deleted or no longer readable', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const shared = await app.deps.project(anna, { name: 'Shared' })
    const doomed = await app.deps.project(bert, { name: 'Doomed' })
    await app.deps.share(shared, bert)
    await archive(bert, shared.id)
    await archive(bert, doomed.id)
    expect(await archivedOf(bert)).toHaveLength(2)
    await bert.client.call(contract.projects.remove, { params: { id: doomed.id } })
    const body = { assocContexts: [] }
    await anna.client.call(contract.projects.update, { params: { id: shared.id }, body })
    expect(await archivedOf(bert)).toEqual([])
    await expect(list(bert, 'all')).rejects.toMatchObject({ code: 'NONE_FOUND' })
  })

  test('cannot be archived by those who cannot read it, and nobody reads the archive of others', async () => {
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const { id } = await app.deps.project(anna, { name: 'Private' })
    await expect(archive(bert, id)).rejects.toMatchObject({ status: 404 })
    await expect(archivedOf(bert, anna)).rejects.toMatchObject({ status: 404 })
  })

  test('is found by search, also alone', async () => {
    const search = searchFeature({
      db: app.db,
      log: openLog('silent'),
      jobs: { enqueue: () => Promise.resolve() },
      types: [projectItem],
    }).service
    const [anna, bert] = [await app.deps.user(), await app.deps.user()]
    const told = async (name: string) => {
      const project = await app.deps.project(anna, { name })
      const tab = await app.deps.tab(anna, project)
      const query = 'Where is the zibbleworth?'
      await search.indexMessages([await storeMessage(app.db, { tabId: tab.id, userId: anna.id, query })])
      return project
    }
    const [away, stays] = [await told('Zibbleworth one'), await told('Zibbleworth two')]
    await app.deps.share(away, bert)
    const found = async (who: TestUser, archived?: 'only' | 'all') => {
      const query = { q: 'zibbleworth', ...(archived ? { archived } : {}) }
      const { Finds } = (await who.client.call(contract.search.find, { query })).data
      return Finds.map(({ kind, projectId }) => `${kind} ${projectId}`).toSorted()
    }
    expect(await found(anna, 'only')).toEqual([])
    await archive(anna, away.id)
    // Thousands of archived projects, of which the most are those of others, change nothing.
    await app.db.pool.query(
      `WITH made AS (INSERT INTO contexts (uuid, type_id, name, owner_context_id)
          SELECT gen_random_uuid(), $3, 'Old', $2 FROM generate_series(1, 3000) RETURNING id),
        old AS (INSERT INTO projects (uuid, context_id, owner_id, name, type)
          SELECT gen_random_uuid(), id, $1, 'Old', 1 FROM made RETURNING id)
      INSERT INTO archived_projects (user_id, project_id) SELECT $1, id FROM old`,
      [anna.id, anna.contextId, projectItem.contextType],
    )
    expect(await found(anna)).toEqual(
      [away.id, stays.id].flatMap((id) => [`message ${id}`, `project ${id}`]).toSorted(),
    )
    expect(await found(anna, 'only')).toEqual([`message ${away.id}`, `project ${away.id}`])
    expect(await found(bert, 'only')).toEqual([])
    await archive(bert, away.id)
    expect(await found(bert, 'only')).toEqual([`message ${away.id}`, `project ${away.id}`])
    await app.deps.project(anna)
    const body = { assocContexts: [] }
    await anna.client.call(contract.projects.update, { params: { id: away.id }, body })
    expect(await found(bert, 'only')).toEqual([])
  })
})
