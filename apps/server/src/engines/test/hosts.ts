// Hosts with a scripted server each, for the tests of several files.
import { afterEach } from 'vitest'
import { startModelServer, type ModelServer, type ModelServerOptions } from '#test/model-server/index.ts'
import { testOutbound } from '../engine.contract.ts'
import { createHosts, type Hosts } from '../hosts.ts'
import { createOllama } from '../ollama/ollama.ts'

interface Fixture {
  readonly servers: ModelServer[]
  readonly hosts: Hosts
  /** Advances the clock. */
  pass(ms: number): void
}

/** `fixture` opens hosts; these, and what else is in `closing`, are closed after each test of the calling file. */
export function fixtures() {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  const fixture = async (...options: ModelServerOptions[]): Promise<Fixture> => {
    const servers = await Promise.all(options.map((own) => startModelServer(own)))
    let now = 1_000_000
    const hosts = createHosts(
      servers.map(({ url }) => {
        const retry = { attempts: 0, maxWaitMs: 0, defaultWaitMs: 0 }
        return {
          address: url,
          engine: createOllama({ baseUrl: url, retry, pullIdleMs: 2_000 }, testOutbound()),
        }
      }),
      () => now,
    )
    closing.push(
      () => hosts.close(),
      () => Promise.all(servers.map((server) => server.close())).then(() => undefined),
    )
    return { servers, hosts, pass: (ms) => void (now += ms) }
  }
  return { closing, fixture }
}

export const chats = (server: ModelServer | undefined): number =>
  server?.stats().byPath['POST /api/chat'] ?? 0
