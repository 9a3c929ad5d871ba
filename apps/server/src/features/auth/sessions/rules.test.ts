import { describe, expect, test } from 'vitest'
import { endOf, lifetimes } from './rules.ts'

describe('token lifetimes', () => {
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
  test('never exceed the end of the session', () => {
    const ends = new Date('2026-01-01T00:05:00Z')
    expect(lifetimes(now, ends, limits)).toEqual({ accessUntil: ends, refreshUntil: ends })
  })
})
