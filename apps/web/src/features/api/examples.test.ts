import { expect, test } from 'vitest'
import { examplesFor } from './examples.ts'

const codes = (model: string) => examplesFor('https://ai.example', model).map(({ code }) => code)

test('every example asks this origin and names the model, in five lines at most', () => {
  for (const code of codes('llama3.2:3b')) {
    expect(code).toContain('https://ai.example/v1')
    expect(code).toContain('"llama3.2:3b"')
    expect(code.split('\n').length).toBeLessThanOrEqual(5)
  }
})

test('a name of a model cannot end its quotes', () => {
  const [curl, node] = codes(`a'b"c`)
  expect(curl).toContain(`"a'\\''b\\"c"`)
  expect(node).toContain(String.raw`"a'b\"c"`)
})
