import { expect, test } from 'vitest'
import { isOwnHost } from '@polylogue/contract'

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['192.168.4.2', true],
  ['172.20.0.3', true],
  ['[::1]', true],
  ['ollama', true],
  ['gpu-1.lan', true],
  ['172.32.0.1', false],
  ['api.openai.com', false],
  ['8.8.8.8', false],
])('%s is a machine of the organisation: %s', (host, own) => {
  expect(isOwnHost(host)).toBe(own)
})
