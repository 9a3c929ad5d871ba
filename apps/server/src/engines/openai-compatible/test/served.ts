// Scripted model servers with an engine each, for the tests of several files.
import { afterAll } from 'vitest'
import { startModelServer, type ModelServer, type ModelServerOptions } from '#test/model-server/index.ts'
import { testOutbound } from '../../engine.contract.ts'
import type { Engine } from '../../engine.ts'
import { createOpenAiCompatible } from '../openai-compatible.ts'

export interface Served {
  readonly server: ModelServer
  readonly engine: Engine
}

/** Returns a function that starts them; they are closed after the tests of the calling file. */
export function serving(): (options: ModelServerOptions, path?: string) => Promise<Served> {
  const opened: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const close of opened) await close()
  })
  return async (options, path = '') => {
    const server = await startModelServer(options)
    const engine = createOpenAiCompatible({ baseUrl: server.url + path, local: true }, testOutbound())
    opened.push(
      () => engine.close(),
      () => server.close(),
    )
    return { server, engine }
  }
}
