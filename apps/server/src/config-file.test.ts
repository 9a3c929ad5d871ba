import { expect, test } from 'vitest'
import { configFileSchema, publicConfig } from './config-file.ts'

test('the display time of sticky notifications is validated and sent to the page', () => {
  const told = (file: unknown) => publicConfig(configFileSchema.parse(file), '1.0.0')['stickyNotificationMs']
  expect(told({})).toBe(600_000)
  expect(told({ stickyNotificationMs: 30_000 })).toBe(30_000)
  for (const wrong of [0, -1, 4_999, 86_400_001, 1.5, '600000'])
    expect(configFileSchema.safeParse({ stickyNotificationMs: wrong }).success).toBe(false)
})

test('contact and terms of service are validated and sent to the page', () => {
  const contact = { name: 'Service desk', url: 'https://example.org/help' }
  const termsOfService = 'https://example.org/terms'
  const told = (file: unknown) => publicConfig(configFileSchema.parse(file), '1.0.0')
  expect(told({ contact, termsOfService })).toMatchObject({ contact, termsOfService })
  expect(told({})).toMatchObject({ contact: undefined, termsOfService: undefined })
  for (const wrong of [
    { contact: { ...contact, url: 'javascript:alert(1)' } },
    { contact: { name: '' } },
    { contact: 'https://example.org/help' },
    { termsOfService: 'javascript:alert(1)' },
    { termsOfService: '/about' },
  ])
    expect(configFileSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

test('the page gets the configured upload limit, capped by the body memory', () => {
  const told = (limits: object) =>
    publicConfig(configFileSchema.parse({ limits: { bodyMemoryBytes: 600_000_000, ...limits } }), '1')[
      'uploadBytes'
    ]
  expect(told({ uploadBytes: 50_000_000 })).toBe(50_000_000)
  expect(told({ uploadBytes: 150_000_000 })).toBe(100_000_000)
})

test.each(['ideas', 'proposals'] as const)(
  'the URL of the service for %s is validated and not sent to the page',
  (key) => {
    const parsed = configFileSchema.parse({ [key]: { url: 'https://ideas.example.org/v1/' } })
    expect(parsed[key]).toEqual({ url: 'https://ideas.example.org/v1' })
    expect(JSON.stringify(publicConfig(parsed, '1.0.0'))).not.toContain('ideas.example.org')
    for (const url of [
      'ideas.example.org',
      'file:///etc',
      'https://me:secret@example.org',
      'https://a.org/?q=1',
    ])
      expect(configFileSchema.safeParse({ [key]: { url } }).success, url).toBe(false)
  },
)

test('the schedule of backups is validated', () => {
  const parsed = (backups: unknown) => configFileSchema.safeParse({ backups })
  expect(parsed({ at: '03:00' }).data?.backups).toEqual({ at: '03:00', keep: 7 })
  expect(configFileSchema.parse({}).backups).toBeUndefined()
  for (const wrong of [
    {},
    { at: '24:00' },
    { at: '3:00' },
    { at: '03:00', keep: 0 },
    { at: '03:00', folder: 'backups' },
    { at: '03:00', hour: 3 },
  ])
    expect(parsed(wrong).success, JSON.stringify(wrong)).toBe(false)
})
