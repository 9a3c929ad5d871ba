import { expect, test } from 'vitest'
import { awaitedEvery, mayAnswerSoon, orderOf, wishedTag } from './rules.ts'

test.each([
  ['llama3.2:3b', 'llama3.2', '3b', 'llama3.2:3b'],
  ['llama3.2', 'llama3.2', 'latest', 'llama3.2:latest'],
  [
    'hf.co/somebody/Model-GGUF:Q4_K_M',
    'hf.co/somebody/Model-GGUF',
    'Q4_K_M',
    'hf.co/somebody/Model-GGUF:Q4_K_M',
  ],
  ['registry:5000/name', 'registry:5000/name', 'latest', 'registry:5000/name:latest'],
])('Ollama’s %s has the family %s and the tag %s', (name, family, tag, engineName) => {
  expect(wishedTag(name, 'ollama')).toEqual({ family, name: tag, engineName })
})

test('names of the embedded engine are split like Ollama’s', () => {
  const whole = { family: 'qwen3', name: '0.6b', engineName: 'qwen3:0.6b' }
  expect(wishedTag('qwen3:0.6b', 'embedded')).toEqual(whole)
  expect(wishedTag('by-hand', 'embedded')).toEqual({
    family: 'by-hand',
    name: 'latest',
    engineName: 'by-hand:latest',
  })
})

test('names of other engines are not split', () => {
  expect(wishedTag('qwen3-0.6b:q8', 'openai')).toEqual({
    family: 'qwen3-0.6b:q8',
    name: 'latest',
    engineName: 'qwen3-0.6b:q8',
  })
})

test('an order moves the given ids to the front, once each, and keeps the others in order', () => {
  expect(orderOf([1, 2, 3, 4], [3, 1, 3])).toEqual([3, 1, 2, 4])
})

test('polls unreachable providers every 3 s, after 5 minutes every 20 s, and not after a refusal', () => {
  expect([0, 299_999, 300_000, 86_400_000].map(awaitedEvery)).toEqual([3_000, 3_000, 20_000, 20_000])
  expect(mayAnswerSoon('ENGINE_UNREACHABLE')).toBe(true)
  expect(mayAnswerSoon('ENGINE_BUSY')).toBe(true)
  expect(mayAnswerSoon('ENGINE_AUTH')).toBe(false)
  expect(mayAnswerSoon('ENGINE_REFUSED')).toBe(false)
})
