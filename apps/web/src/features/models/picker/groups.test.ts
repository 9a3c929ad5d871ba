import type { Model } from '@polylogue/contract'
import { describe, expect, test } from 'vitest'
import { groupsOf } from './groups.ts'

const model = (id: number, name: string, provider: string, ...tags: string[]): Model =>
  ({
    id,
    name,
    provider,
    tags: tags.map((tag, index) => ({
      id: id * 10 + index,
      modelId: id,
      name: tag,
      fullName: `${name}:${tag}`,
      deployed: tag !== 'gone',
      capabilities: ['chat'],
    })),
  }) as Model
const models = [
  model(2, 'Llama 3.3', 'Ollama', '70b', '8b', 'gone'),
  model(3, 'Mistral Small', 'Mistral AI', 'latest'),
  model(4, 'Qwen3', 'Ollama', '8b'),
  model(1, 'Guide', 'Polylogue', 'latest'),
]
const shape = (favourites: number[], typed = '') =>
  groupsOf(models, favourites, typed).map(({ provider, tags }) => [
    provider,
    ...tags.map(({ tag }) => tag.fullName),
  ])

describe('the list of models', () => {
  test('contains every deployed tag once, by provider', () => {
    expect(shape([])).toEqual([
      ['Polylogue', 'Guide:latest'],
      ['Ollama', 'Llama 3.3:70b', 'Llama 3.3:8b', 'Qwen3:8b'],
      ['Mistral AI', 'Mistral Small:latest'],
    ])
  })

  test('starts with the favourites that are still deployed, in their order', () => {
    expect(shape([40, 99, 22, 20])).toEqual([
      [undefined, 'Qwen3:8b', 'Llama 3.3:70b'],
      ['Polylogue', 'Guide:latest'],
      ['Ollama', 'Llama 3.3:8b'],
      ['Mistral AI', 'Mistral Small:latest'],
    ])
  })

  test.each([
    ['8B', ['Llama 3.3:8b', 'Qwen3:8b']],
    ['ollama 70', ['Llama 3.3:70b']],
    ['mistral ai', ['Mistral Small:latest']],
    ['nothing', []],
  ])('is searched by family, tag and provider: %j', (typed, names) => {
    expect(shape([], typed).flatMap(([, ...tags]) => tags)).toEqual(names)
  })
})
