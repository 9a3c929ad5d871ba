import { expect, test } from 'vitest'
import { sends } from './sends.mjs'

const service = 'apps/server/src/features/x/service.ts'
const saidOf = (text, senders = {}) => sends({ files: [service], read: () => text, senders }).problems

test('every call that sends texts to a model is known', () => {
  const { seen, problems } = sends()
  expect(seen).toBeGreaterThan(500)
  expect(problems).toEqual([])
})

test.each([
  ['a chat', 'for await (const event of model.engine.chat(question)) take(event)'],
  ['vectors', 'return engineOf(tag.providerId).embed(name, texts, signal)'],
  ['a direct question', 'const answer = (asked) => answers.answerDirectly(asked)'],
  ['a method that is passed on', 'const ask = engine.chat'],
  ['a computed name', "engine['chat'](question)"],
  ['a destructured engine', 'const { chat } = engine'],
])('finds %s', (_, text) => {
  expect(saidOf(text)).toHaveLength(1)
  expect(saidOf(text, { [service]: [1, 'decides'] })).toEqual([])
})

test('finds a second call of a known file, and a known one that is gone', () => {
  expect(saidOf('engine.chat(one)\nengine.chat(two)', { [service]: [1, 'decides'] })).toHaveLength(2)
  expect(saidOf('', { [service]: [1, 'decides'] })).toHaveLength(1)
  expect(saidOf('engine.models(signal)\nconst { chat } = imported\nread(item.chat)')).toEqual([])
})
