import { expect, test } from 'vitest'
import { configFileSchema, publicConfig } from './config-file.ts'

test('how long notices stay is configured, and told to the page', () => {
  const told = (file: unknown) => publicConfig(configFileSchema.parse(file), '1.0.0')['stickyNotificationMs']
  expect(told({})).toBe(600_000)
  expect(told({ stickyNotificationMs: 30_000 })).toBe(30_000)
  for (const wrong of [0, -1, 4_999, 86_400_001, 1.5, '600000'])
    expect(configFileSchema.safeParse({ stickyNotificationMs: wrong }).success).toBe(false)
})

test('whom one turns to and the terms of use are checked, and told to the page', () => {
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

test('the page is told how much a request may hold: as configured, or what there is memory for', () => {
  const told = (limits: object) =>
    publicConfig(configFileSchema.parse({ limits: { bodyMemoryBytes: 600_000_000, ...limits } }), '1')[
      'uploadBytes'
    ]
  expect(told({ uploadBytes: 50_000_000 })).toBe(50_000_000)
  expect(told({ uploadBytes: 150_000_000 })).toBe(100_000_000)
})

test('the address of a service for prompt ideas is checked, and not told to the page', () => {
  const parsed = configFileSchema.parse({ ideas: { url: 'https://ideas.example.org/v1/' } })
  expect(parsed.ideas).toEqual({ url: 'https://ideas.example.org/v1' })
  expect(JSON.stringify(publicConfig(parsed, '1.0.0'))).not.toContain('ideas.example.org')
  for (const url of [
    'ideas.example.org',
    'file:///etc',
    'https://me:secret@example.org',
    'https://a.org/?q=1',
  ])
    expect(configFileSchema.safeParse({ ideas: { url } }).success, url).toBe(false)
})
