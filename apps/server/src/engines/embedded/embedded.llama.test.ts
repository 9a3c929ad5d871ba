// Runs the contract of every engine against the embedded engine, with real models of 1 MB.
import { afterAll, beforeAll, describe } from 'vitest'
import { everyEngine } from '../engine-contract/every-engine.contract.ts'
import type { Engine } from '../engine.ts'
import { installedLlama } from './embedded.ts'
import { tinyModels } from '#test/embedded/tiny-models.ts'
import { TINY_TEXT } from './test/tiny-gguf.ts'

const isInstalled = installedLlama() !== undefined

describe.skipIf(!isInstalled)('embedded: the engine contract with node-llama-cpp', () => {
  const fixture = tinyModels()
  let engine: Engine
  beforeAll(() => {
    fixture.put('speaks')
    fixture.put('endless', { endless: true, contextLength: 32_768 })
    fixture.put('vectors', { embeddings: true })
    engine = fixture.open({ windowTokens: 32_768 })
  })
  afterAll(async () => {
    await engine.close()
    fixture.remove()
  })
  everyEngine({
    engine: () => engine,
    another: () => fixture.open({ windowTokens: 32_768 }),
    speaker: { model: 'speaks:latest', text: TINY_TEXT, tokens: 81, promptTokens: 5 },
    options: { temperature: 0, repeat_penalty: 1 },
    endless: 'endless:latest',
    vectors: 'vectors:latest',
    family: 'speaks',
    quiet: () => engine.unload?.('endless:latest', AbortSignal.timeout(5_000)) ?? Promise.resolve(),
  })
})
