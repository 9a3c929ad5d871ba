import { expect, test } from 'vitest'
import { errorListeners } from './error-listeners.mjs'

const saidOf = (text, file = 'apps/server/src/features/x/service.ts') =>
  errorListeners({ files: [file], read: () => text }).problems

test('the server hears every error', () => {
  const { seen, problems } = errorListeners()
  expect(seen).toBeGreaterThan(500)
  expect(problems).toEqual([])
})

test('finds errors that are heard once', () => {
  expect(saidOf("\nclient.once('error', reject)")).toEqual([expect.stringMatching(/service\.ts:2: /)])
  expect(saidOf('child.once("message", take).once("error", reject)')).toHaveLength(1)
  expect(saidOf("child.on('error', reject).once('exit', ended)")).toEqual([])
  expect(saidOf("client.once('error', reject)", 'apps/server/src/features/x/service.test.ts')).toEqual([])
})
