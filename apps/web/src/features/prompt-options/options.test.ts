import { PROMPT_OPTIONS } from '@polylogue/contract/browser'
import { describe, expect, test } from 'vitest'
import en from '#texts/en/prompt-options.json'
import { changedOptions, isChanged, typedOf, valuesOf, wrongWith, type OptionKind } from './options.ts'

const kinds: readonly OptionKind[] = PROMPT_OPTIONS
const kind = (name: string): OptionKind => {
  const found = kinds.find((one) => one.name === name)
  if (!found) throw new Error(`no option ${name}`)
  return found
}

describe('stored options', () => {
  test('are empty if nothing was changed', () => {
    expect(valuesOf(kinds, typedOf(kinds, {}))).toEqual({})
  })

  test('are read back unchanged', () => {
    const stored = { temperature: 0.2, num_ctx: 4096, stop: ['END', 'Ende.'] }
    expect(valuesOf(kinds, typedOf(kinds, stored))).toEqual(stored)
  })

  test('leave out defaults, emptied fields and blank stops', () => {
    const typed = { ...typedOf(kinds, { temperature: 1 }), temperature: '0.80', seed: '', stop: '\n  \n' }
    expect(valuesOf(kinds, typed)).toEqual({})
  })

  test('may have a single stop text, as older clients stored it', () => {
    expect(typedOf(kinds, { stop: 'END' }).stop).toBe('END')
  })

  test('are counted, except null', () => {
    expect(changedOptions({ temperature: 0, top_k: null, seed: 3 })).toEqual(['temperature', 'seed'])
  })
})

describe('validation of a value', () => {
  const cases: [name: string, text: string, wrong: ReturnType<typeof wrongWith>][] = [
    ['temperature', '0', undefined],
    ['temperature', '', undefined],
    ['temperature', '0.85', undefined],
    ['temperature', '0.87', { why: 'step', step: 0.05, near: 0.85 }],
    ['temperature', '2.05', { why: 'bounds', min: 0, max: 2 }],
    ['temperature', 'warm', { why: 'number' }],
    ['seed', '1.5', { why: 'integer' }],
    ['num_ctx', '4096', undefined],
    ['num_ctx', '4000', { why: 'step', step: 256, near: 4096 }],
    ['num_predict', '-2', undefined],
    ['repeat_last_n', '-2', { why: 'bounds', min: -1, max: 8192 }],
    ['stop', 'a\nb', undefined],
    ['stop', 'x\n'.repeat(9), { why: 'tooMany' }],
    ['stop', 'x'.repeat(201), { why: 'tooLong' }],
  ]
  test.each(cases)('%s %j', (name, text, wrong) => {
    expect(wrongWith(kind(name), text)).toEqual(wrong)
  })

  test('an invalid value counts as a change, so that it is not discarded silently', () => {
    expect(isChanged(kind('temperature'), '9')).toBe(true)
  })
})

test('every option has a name and the server’s description in the texts', () => {
  expect(Object.keys(en.names)).toEqual(kinds.map(({ name }) => name))
  expect(en.about).toEqual(Object.fromEntries(kinds.map(({ name, description }) => [name, description])))
})
