import { expect, test } from 'vitest'
import { examplesFor } from './examples.ts'

const codes = (model: string) => examplesFor('https://ai.example', model).map(({ code }) => code)

test('every example uses this origin and the model name, in at most five lines', () => {
  for (const code of codes('llama3.2:3b')) {
    expect(code).toContain('https://ai.example/v1')
    expect(code).toContain('"llama3.2:3b"')
    expect(code.split('\n').length).toBeLessThanOrEqual(5)
  }
})

test('quotes in a model name are escaped', () => {
  const [curl, node] = codes(`a'b"c`)
  expect(curl).toContain(`"a'\\''b\\"c"`)
  expect(node).toContain(String.raw`"a'b\"c"`)
})
