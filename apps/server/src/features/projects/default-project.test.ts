import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '@polylogue/contract'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { list, remove } from './test/projects.ts'

let app: TestApp
let anna: TestUser
let bert: TestUser
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user({ firstName: 'Anna' })
  bert = await app.deps.user({ firstName: 'Bert' })
})
afterAll(() => app.close())

const NOT_FOUND = { status: 404, code: 'NOT_FOUND' }

describe('the default project', () => {
  const ensure = async (who: TestUser, of = who, body: { name?: string; tabName?: string } = {}) =>
    (await who.client.call(contract.projects.ensureDefault, { params: { id: of.id }, body })).data.project

  test('is created once, with one tab, by ten concurrent requests, and stored in the settings', async () => {
    const doris = await app.deps.user()
    const names = { name: 'Standard', tabName: 'Reiter 1' }
    const made = await Promise.all(Array.from({ length: 10 }, () => ensure(doris, doris, names)))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(made[0]).toMatchObject({ name: 'Standard', type: 0, ownerId: doris.id, defaultModelTagId: 1 })
    expect((await list(doris)).projects).toHaveLength(1)
    const id = made[0]?.id ?? 0
    const { data } = await doris.client.call(contract.tabs.list, { params: { id } })
    expect(data.Projecttabs.map(({ name }) => name)).toEqual(['Reiter 1'])
    const settings = await doris.client.call(contract.settings.list, {
      params: { id: doris.id },
      query: { name: 'defaultProject' },
    })
    expect(settings.data.Settings).toMatchObject([{ settingId: 14, value: String(id) }])
    expect(await ensure(doris, doris, { name: 'Other' })).toEqual(made[0])
  })

  test('is named in the language of the page until a person or a question names it', async () => {
    const frida = await app.deps.user()
    const { id } = await ensure(frida)
    expect((await ensure(frida, frida, { name: 'New chat' })).name).toBe('New chat')
    expect(await ensure(frida)).toMatchObject({ id, name: 'New chat' })
    const [listed] = (await list(frida)).projects
    expect(listed?.name).toBe('New chat')
    // A form that is saved with the same name names nothing; a typed name stays, also one of these.
    const rename = (body: { name: string; description?: string }) =>
      frida.client.call(contract.projects.update, { params: { id }, body })
    await rename({ name: 'New chat', description: 'Of mine' })
    expect((await ensure(frida, frida, { name: 'Neuer Chat' })).name).toBe('Neuer Chat')
    await rename({ name: 'Default' })
    expect((await ensure(frida, frida, { name: 'New chat' })).name).toBe('Default')
  })

  test('of others, which the setting may name, is shown to its readers and never changed by them', async () => {
    const [greta, hans] = [await app.deps.user(), await app.deps.user()]
    const project = await ensure(greta, greta, { name: 'New chat' })
    await app.deps.share(project, hans)
    await ensure(hans)
    await app.db.pool.query('UPDATE user_settings SET value = $1 WHERE user_id = $2', [
      String(project.id),
      hans.id,
    ])
    expect(await ensure(hans, hans, { name: 'Neuer Chat' })).toMatchObject({
      id: project.id,
      name: 'New chat',
    })
    expect((await ensure(greta)).name).toBe('New chat')
  })

  test('is created again after its deletion', async () => {
    const emil = await app.deps.user()
    const first = await ensure(emil)
    await remove(emil, first.id)
    const second = await ensure(emil)
    expect(second).toMatchObject({ name: 'Default' })
    expect(second.id).not.toBe(first.id)
    const shared = await app.deps.project(anna)
    for (const value of [String(shared.id), '0', 'x', '99999999999999999999']) {
      await app.db.pool.query('UPDATE user_settings SET value = $1 WHERE user_id = $2', [value, emil.id])
      expect((await ensure(emil)).ownerId).toBe(emil.id)
    }
  })

  test('of another user is refused with 404', async () => {
    await expect(ensure(bert, anna)).rejects.toMatchObject(NOT_FOUND)
  })
})
