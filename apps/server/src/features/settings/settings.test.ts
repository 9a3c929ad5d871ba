import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract, FOREVER, SETTINGS } from '@polylogue/contract'
import type { Clock } from '#platform/clock.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'

let now = new Date('2026-06-01T12:00:00Z')
const clock: Clock = { now: () => now }
let app: TestApp
let anna: TestUser
let root: TestUser

beforeAll(async () => {
  app = await testApp({ clock })
  anna = await app.deps.user()
  root = await app.deps.user({ roleId: 1 })
})
afterAll(() => app.close())

const list = async (who: TestUser, of = who, name?: string) =>
  (
    await who.client.call(contract.settings.list, {
      params: { id: of.id },
      query: name === undefined ? {} : { name },
    })
  ).data.Settings
const byId = async (who: TestUser, settingId: number, settingValue: string, of = who) =>
  (
    await who.client.call(contract.settings.setById, {
      params: { id: of.id },
      body: { settingId, settingValue },
    })
  ).data.setting
const byName = async (who: TestUser, settingName: string, settingValue: string, settingValidUntil?: string) =>
  (
    await who.client.call(contract.settings.setByName, {
      params: { id: who.id },
      body: { settingName, settingValue, ...(settingValidUntil === undefined ? {} : { settingValidUntil }) },
    })
  ).data.setting

test('lists every setting with id, name and default', async () => {
  const { data } = await anna.client.call(contract.settings.kinds, {})
  expect(data.Settings).toHaveLength(SETTINGS.length)
  expect(data.Settings).toContainEqual({ id: 36, name: 'proMode', defaultValue: 'false' })
})

describe('a user’s settings', () => {
  test('are the same by id and by name, and do not expire by default', async () => {
    const stored = {
      settingId: 36,
      name: 'proMode',
      value: 'true',
      validUntil: FOREVER,
      modified: now.toISOString(),
    }
    expect(await byId(anna, 36, 'true')).toEqual(stored)
    expect(await list(anna)).toEqual([stored])
    expect(await byName(anna, 'proMode', 'false')).toMatchObject({ settingId: 36, value: 'false' })
    expect(await list(anna, anna, 'proMode')).toMatchObject([{ value: 'false' }])
    expect(await list(anna, anna, 'darkTheme')).toEqual([])
    expect(await list(anna, anna, 'nonsense')).toEqual([])
  })

  test('keep their text unchanged', async () => {
    const value = ' "ü" \n\t😀\u0001 \\'
    await byName(anna, 'plStats', value)
    expect(await list(anna, anna, 'plStats')).toMatchObject([{ value }])
  })

  test('expire at the end of their validity', async () => {
    expect(await byName(anna, 'language', 'de', '2026-06-02')).toMatchObject({
      validUntil: '2026-06-02T23:59:59.000Z',
    })
    expect(await byName(anna, 'language', 'de', '9999-12-30')).toMatchObject({ validUntil: FOREVER })
    await byName(anna, 'language', 'de', '2026-06-01T12:10:00Z')
    expect(await list(anna, anna, 'language')).toMatchObject([{ value: 'de' }])
    const before = now
    now = new Date('2026-06-01T12:10:00Z')
    expect(await list(anna, anna, 'language')).toEqual([])
    now = before
    await byName(anna, 'language', 'bg', '0001-01-01')
    expect(await list(anna, anna, 'language')).toEqual([])
    await byId(anna, 39, 'en')
    expect(await list(anna, anna, 'language')).toMatchObject([{ value: 'en' }])
  })

  test('are refused with 400 and the field when invalid', async () => {
    const fault = (path: string) => ({ status: 400, code: 'VALIDATION_FAILED', issues: [{ path }] })
    await expect(byId(anna, 999, 'x')).rejects.toMatchObject(fault('settingId'))
    await expect(byName(anna, 'nonsense', 'x')).rejects.toMatchObject(fault('settingName'))
    await expect(byName(anna, 'constructor', 'x')).rejects.toMatchObject(fault('settingName'))
    await expect(byId(anna, 30, 'javascript:alert(1)')).rejects.toMatchObject(fault('settingValue'))
  })

  test('have one complete value after fifty concurrent changes', async () => {
    const values = Array.from({ length: 50 }, (_, i) =>
      JSON.stringify([{ title: `bookmark ${i}`, uri: `/projects/${i}` }]),
    )
    await Promise.all(values.map((value) => byId(anna, 33, value)))
    const found = await list(anna, anna, 'bookmarks')
    expect(found).toHaveLength(1)
    expect(values).toContain(found[0]?.value)
  })
})

test('another user’s settings return 404, even for the super user', async () => {
  await byId(anna, 14, '7')
  const notFound = { status: 404, code: 'NOT_FOUND' }
  await expect(list(root, anna)).rejects.toMatchObject(notFound)
  await expect(byId(root, 14, '8', anna)).rejects.toMatchObject(notFound)
  await expect(
    root.client.call(contract.settings.setByName, {
      params: { id: anna.id },
      body: { settingName: 'defaultProject', settingValue: '8' },
    }),
  ).rejects.toMatchObject(notFound)
  await expect(list(root, { ...anna, id: 999_999 })).rejects.toMatchObject(notFound)
  expect(await list(anna, anna, 'defaultProject')).toMatchObject([{ value: '7' }])
})
