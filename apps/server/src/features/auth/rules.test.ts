import { describe, expect, test } from 'vitest'
import { endOf, lifetimes, sourceOf } from './rules.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['', ''],
])('%s stands for the source %s', (address, source) => {
  expect(sourceOf(address)).toBe(source)
})

describe('lifetimes', () => {
  const limits = { accessMinutes: 15, refreshDays: 30, absoluteDays: 90 }
  const now = new Date('2026-01-01T00:00:00Z')
  test('are the configured ones', () => {
    const ends = endOf(now, limits)
    expect(ends.toISOString()).toBe('2026-04-01T00:00:00.000Z')
    expect(lifetimes(now, ends, limits)).toEqual({
      accessUntil: new Date('2026-01-01T00:15:00Z'),
      refreshUntil: new Date('2026-01-31T00:00:00Z'),
    })
  })
  test('never reach beyond the session’s end', () => {
    const ends = new Date('2026-01-01T00:05:00Z')
    expect(lifetimes(now, ends, limits)).toEqual({ accessUntil: ends, refreshUntil: ends })
  })
})
