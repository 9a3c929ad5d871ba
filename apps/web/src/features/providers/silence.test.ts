import { expect, test } from 'vitest'
import { silenceOf } from './silence.ts'

const host = (errorCode: string | null, checked: string | null = '2026-01-01T00:00:00.000Z') => ({
  address: 'http://10.0.0.4:8000',
  ok: errorCode === null && checked !== null,
  version: null,
  errorCode,
  errorMessage: null,
  checked,
})

test.each([
  [[], 'none'],
  [[host(null)], 'none'],
  [[host(null, null)], 'none'],
  [[host('ENGINE_UNREACHABLE')], 'awaited'],
  [[host('ENGINE_BUSY')], 'awaited'],
  [[host('ENGINE_AUTH')], 'keyRejected'],
  [[host('ENGINE_AUTH'), host('ENGINE_TIMEOUT')], 'awaited'],
  [[host('ENGINE_UNREACHABLE'), host(null)], 'none'],
  [[host('ENGINE_REFUSED')], 'none'],
])('the hosts %j have the state %s', (hosts, silence) => {
  expect(silenceOf(hosts)).toBe(silence)
})
