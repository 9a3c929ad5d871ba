import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serverUrl } from '#test/db.ts'
import { sharedChats, type SharedTests } from '#test/shared-chat.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

const { shares, queries, tabs } = contract

let app: TestApp
let owner: TestUser
let other: TestUser
let to: SharedTests
beforeAll(async () => {
  app = await testApp({ file: { httpShareEnabled: true, limits: { requestsPerMinute: 100_000 } } })
  owner = await app.deps.user({ firstName: 'Olga' })
  other = await app.deps.user()
  to = sharedChats({ app, owner, other })
})
afterAll(() => app.close())

describe('a copy', () => {
  const copy = async (hash: string, by = other) =>
    (await by.client.call(shares.copy, { params: { hash } })).data.projectId
  const copied = async (projectId: number, by = other) => {
    const { data } = await by.client.call(tabs.list, { params: { id: projectId } })
    return Promise.all(
      data.Projecttabs.map(async ({ id }) => {
        const read = await by.client.call(queries.list, { params: { id }, query: {} })
        return read.data.Queries
      }),
    )
  }

  test('has what the link shows, with its files, and nothing else', async () => {
    const { tabId, ask } = await to.chat({ tab: 'To copy' })
    const first = await ask('Old')
    await ask('New', { replaces: first })
    await app.db.pool.query(`UPDATE messages SET reasoning_text = 'hidden', rating = 1 WHERE tab_id = $1`, [
      tabId,
    ])
    const shown = await to.asked(tabId, { name: 'shown.txt', text: 'Shown' })
    await to.asked(tabId, { name: 'hidden.txt', text: 'Hidden' })
    const { hash } = await to.share({ tabId, files: [{ queryId: shown, index: 0 }] })
    const projectId = await copy(hash)
    const { data } = await other.client.call(contract.projects.get, { params: { id: projectId } })
    expect(data.project).toMatchObject({ name: 'To copy', type: 0 })
    const [all = []] = await copied(projectId)
    expect(
      all.map(({ queryText, reasoningText, rating, userId, attachments }) => [
        queryText,
        reasoningText,
        rating,
        userId,
        attachments.map(({ name }) => name),
      ]),
    ).toEqual([
      ['New', '', 0, other.id, []],
      ['Read shown.txt', '', 0, other.id, ['shown.txt']],
      ['Read hidden.txt', '', 0, other.id, []],
    ])
    const [, withFile] = all
    const bytes = await fetch(`${app.url}/api/v1/queries/${withFile?.id}/attachments/0`, to.as(other))
    expect(await bytes.text()).toBe('Shown')
  })

  test('stays confidential where its messages become so, and leaves out those that are', async () => {
    const { tabId, ask } = await to.chat()
    const used = await ask('Used')
    const secret = await ask('Secret')
    const { id: sourceId } = (
      await owner.client.call(contract.datasources.create, { body: { name: 'Fees', media: [] } })
    ).data.datasource
    await app.db.pool.query('UPDATE messages SET datasource_ids = ARRAY[$2::bigint] WHERE id = $1', [
      used,
      sourceId,
    ])
    await app.db.pool.query('UPDATE messages SET confidential = true WHERE id = $1', [secret])
    const { hash } = await to.share({ tabId })
    const projectId = await copy(hash)
    expect(await copied(projectId)).toMatchObject([[{ queryText: 'Used', confidential: false }]])
    await owner.client.call(contract.datasources.update, {
      params: { id: sourceId },
      body: { label: 'confidential' },
    })
    expect(await copied(projectId)).toMatchObject([[{ queryText: 'Used', confidential: true }]])
  })

  test('of many messages is made in steps and has them all, in order', async () => {
    // The embedded database rests after each step.
    const many = serverUrl ? 10_000 : 1_000
    const { project, tabId } = await to.chat()
    await app.db.pool.query(
      `INSERT INTO messages (uuid, tab_id, turn_id, user_id, model_id, model_tag_id, model_name, model_tag_name,
         query_text, response_text, state)
       SELECT gen_random_uuid(), $1, 1000000 + n, $2, 1, 1, 'Guide', 'latest', 'Q' || n, repeat('word ', 40), 2
       FROM generate_series(1, $3) n`,
      [tabId, owner.id, many],
    )
    await app.deps.tab(owner, project, { name: 'Empty' })
    const { hash } = await to.share({ project: project.id })
    const projectId = await copy(hash)
    const { rows } = await app.db.pool.query<{ query: string; index: number }>(
      `SELECT query_text AS query, tab_index AS index FROM messages JOIN tabs ON tabs.id = tab_id
       WHERE project_id = $1 ORDER BY turn_id`,
      [projectId],
    )
    expect(rows).toHaveLength(many)
    expect(rows.every(({ query, index }, at) => query === `Q${at + 1}` && index === 0)).toBe(true)
    const { data } = await other.client.call(contract.projects.get, { params: { id: projectId } })
    expect(data.project).toMatchObject({ type: 2 })
  }, 60_000)

  test.skipIf(!serverUrl)('has nothing that was withdrawn while it waited', async () => {
    const { tabId, ask } = await to.chat({ tab: 'Less' })
    await ask('Think.')
    await app.db.pool.query(`UPDATE messages SET reasoning_text = 'Thought' WHERE tab_id = $1`, [tabId])
    const { id, hash } = await to.share({ tabId, reasoning: true })
    const hold = await app.db.pool.connect()
    try {
      await hold.query('BEGIN')
      await hold.query('SELECT FROM tabs WHERE id = $1 FOR NO KEY UPDATE', [tabId])
      const copying = copy(hash)
      await vi.waitFor(async () => {
        const { rows } = await app.db.pool.query(`SELECT FROM projects WHERE name = 'Less' AND type = -1`)
        expect(rows).toHaveLength(1)
      }, 30_000)
      await owner.client.call(shares.update, { params: { id }, body: { reasoning: false } })
      await hold.query('COMMIT')
      const { rows } = await app.db.pool.query<{ thought: string }>(
        `SELECT reasoning_text AS thought FROM messages JOIN tabs ON tabs.id = tab_id WHERE project_id = $1`,
        [await copying],
      )
      expect(rows).toEqual([{ thought: '' }])
    } finally {
      hold.release()
    }
  })

  // The embedded database has one connection, which the test would hold.
  test.skipIf(!serverUrl).each([1, 3])(
    'in %i steps ends with its link, and leaves nothing behind',
    async (steps) => {
      const { tabId, ask } = await to.chat({ tab: 'Ends' })
      for (let count = 0; count < steps; count++) await ask('x'.repeat(50_000))
      const { id, hash } = await to.share({ tabId })
      const hold = await app.db.pool.connect()
      try {
        await hold.query('BEGIN')
        await hold.query('SELECT FROM tabs WHERE id = $1 FOR UPDATE', [tabId])
        const copying = copy(hash)
        await vi.waitFor(async () => {
          const { rows } = await app.db.pool.query(`SELECT FROM projects WHERE name = 'Ends' AND type = -1`)
          expect(rows).toHaveLength(1)
        }, 30_000)
        await owner.client.call(shares.remove, { params: { id } })
        await hold.query('COMMIT')
        await expect(copying).rejects.toMatchObject({ code: 'NOT_FOUND' })
      } finally {
        hold.release()
      }
      const { rows } = await app.db.pool.query(`SELECT FROM projects WHERE name = 'Ends'`)
      expect(rows).toEqual([])
    },
  )
})
