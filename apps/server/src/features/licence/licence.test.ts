import { expect, test } from 'vitest'
import { licenceFeature } from './index.ts'

const expiredAt = (now: string, license: Partial<Parameters<typeof licenceFeature>[0]['license']>) =>
  licenceFeature({
    license: { licenseType: 'trial', licenseEnd: '2026-11-20', companyName: '', ...license },
    clock: { now: () => new Date(now) },
  }).service.expired()

test.each([
  ['2026-11-20T12:00:00Z', {}, false],
  ['2026-11-21T23:59:59Z', {}, false],
  ['2026-11-22T00:00:00Z', {}, true],
  ['2030-01-01T00:00:00Z', { licenseEnd: null }, false],
  ['2030-01-01T00:00:00Z', { licenseType: 'unlimited' as const }, false],
])('at %s a licence with %j has expired: %s', (now, license, expired) => {
  expect(expiredAt(now, license)).toBe(expired)
})

test.each([
  ['trial', '2026-11-20'],
  ['unlimited', null],
] as const)('a licence of type %s is returned with the end %s', (licenseType, licenseEnd) => {
  const license = { licenseType, licenseEnd: '2026-11-20', companyName: 'Muster AG' }
  const clock = { now: () => new Date('2026-12-01T00:00:00Z') }
  expect(licenceFeature({ license, clock }).service.current()).toEqual({
    licenseType,
    licenseEnd,
    companyName: 'Muster AG',
    expired: licenseType === 'trial',
  })
})
