// Values that change while the server runs (CONFIG-10): those of the file and the environment stay.
import { expect, test } from 'vitest'
import { configFileSchema } from './config-file.ts'
import { always, CHANGEABLE_KEYS, openLiveConfig } from './live-configuration.ts'

const open = (content: object = {}, variables: Record<string, string> = {}) => {
  const live = openLiveConfig(configFileSchema.parse(content), { path: '/config.json', content, variables })
  const of = (key: string) => live.values().values.find((one) => one.key === key)
  return { ...live, of, set: (values: object) => live.apply(new Map(Object.entries(values))) }
}

test('a change has effect at once, also inside an object, and its place is the page', () => {
  const { current, of, set } = open()
  expect(set({ allowSignUp: true, 'recycleBin.keepDays': 7, 'notifications.keepDays': 8 })).toEqual([])
  expect(current()).toMatchObject({
    allowSignUp: true,
    recycleBin: { keepDays: 7 },
    notifications: { keepDays: 8 },
  })
  expect(of('recycleBin.keepDays')).toMatchObject({ value: '7', source: 'page' })
  expect(of('allowDeleteOwnProfile')).toMatchObject({ source: 'default', form: { kind: 'switch' } })
  // The next list of changes replaces this one.
  set({})
  expect(current()).toMatchObject({ allowSignUp: false, recycleBin: { keepDays: 30 } })
})

test.each([
  [{ allowSignUp: false }, {}, 'allowSignUp', true],
  [{ recycleBin: { keepDays: 3 } }, {}, 'recycleBin.keepDays', 7],
  [{}, { chatTitles: 'POLYLOGUE_CHAT_TITLES' }, 'chatTitles', false],
])('what the file %j or the environment %j says stays', (content, variables, key, value) => {
  const { current, checked, of, set } = open(content, variables)
  const before = JSON.stringify(current())
  expect(set({ [key]: value })).toEqual([key])
  expect(JSON.stringify(current())).toBe(before)
  expect(of(key)?.form).toBeNull()
  expect(() => checked(key, value)).toThrow(
    expect.objectContaining({ code: 'CONFIGURATION_FIXED', status: 409 }),
  )
})

test('a value that is not allowed, or no longer, is refused with the reason and left out', () => {
  const { checked, current, set } = open()
  const refused: [string, unknown][] = [
    ['recycleBin.keepDays', -1],
    ['recycleBin.keepDays', '30'],
    ['languages', []],
    ['languages', ['fr']],
    ['exportFormats', Array.from({ length: 51 }, () => 'pdf')],
    ['allowedHosts', ['10.0.0.0/33']],
    ['signUpRoleId', 1],
  ]
  for (const [key, value] of refused) {
    expect(() => checked(key, value), key).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
    expect(set({ [key]: value }), key).toEqual([key])
  }
  for (const key of ['limits.bodyBytes', 'sso', 'providers', 'tenants', '__proto__', 'limits.constructor'])
    expect(() => checked(key, 1), key).toThrow(expect.objectContaining({ code: 'CONFIGURATION_FIXED' }))
  expect(current()).toEqual(configFileSchema.parse({}))
})

test('every key that can be changed has a form that fits its value', () => {
  const { of } = open()
  const kinds = { boolean: ['switch'], number: ['number', 'choice'], object: ['choices', 'lines'] }
  for (const key of CHANGEABLE_KEYS) {
    const value: unknown = JSON.parse(of(key)?.value ?? 'null')
    expect(kinds[typeof value as keyof typeof kinds], key).toContain(of(key)?.form?.kind)
  }
  expect(of('recycleBin.keepDays')?.form).toEqual({ kind: 'number', min: 0, max: 3650 })
  expect(of('signUpRoleId')?.form).toEqual({ kind: 'choice', choices: ['6', '4'] })
  expect(of('limits.bodyBytes')?.form).toBeNull()
})

test('values that are read by name are always the current ones', () => {
  const { current, set } = open()
  const limits = always(() => current().limits)
  expect(limits.streamsPerUser).toBe(8)
  set({ 'limits.streamsPerUser': 2 })
  expect(limits.streamsPerUser).toBe(2)
})
