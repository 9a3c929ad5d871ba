import { expect, test } from 'vitest'
import { configFileSchema } from './config-file.ts'
import { exposureOf } from './exposure.ts'

test.each([
  ['0.0.0.0', {}, true],
  ['::', {}, true],
  ['0.0.0.0', { https: true }, false],
  ['0.0.0.0', { trustedProxies: ['10.0.0.1'] }, false],
  ['127.0.0.1', {}, false],
  ['::1', {}, false],
  ['localhost', {}, false],
])('warns about missing encryption only where it is missing (CONFIG-6): %s, %o', (host, file, warns) => {
  expect(exposureOf({ host, file: configFileSchema.parse(file) }) !== undefined).toBe(warns)
})
