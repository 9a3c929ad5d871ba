import { expect, test } from 'vitest'
import { configFileSchema, publicConfig } from './config-file.ts'

test('how long notices stay is configured, and told to the page', () => {
  const told = (file: unknown) => publicConfig(configFileSchema.parse(file), '1.0.0')['stickyNotificationMs']
  expect(told({})).toBe(600_000)
  expect(told({ stickyNotificationMs: 30_000 })).toBe(30_000)
  for (const wrong of [0, -1, 4_999, 86_400_001, 1.5, '600000'])
    expect(configFileSchema.safeParse({ stickyNotificationMs: wrong }).success).toBe(false)
})
