// An app in a process of its own with the options of the product, so that a client does not hold its event loop.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient } from '@polylogue/client'
import { ALLOCATOR, NODE_OPTIONS } from '../../apps/server/src/platform/node-options.ts'
import type { Holds } from './holds.ts'
import type { Reader } from './in-process.ts'

export type Order =
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'watch' }
  | { readonly kind: 'holds' }

export type Reply =
  | { readonly reader: Omit<Reader, 'client'> }
  | { readonly rows: unknown[] }
  | { readonly watching: true }
  | { readonly holds: Holds }
  | { readonly failure: string }

export interface Server {
  /** The id of its process. */
  readonly pid: number
  readonly reader: Reader
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  /** Measures how long the event loop of the server is held, until the returned function is called. */
  watch(): Promise<() => Promise<Holds>>
}

/** Starts it on a new database (`DATABASE_URL`, else embedded), and stops it after `work`. */
export async function withServer(work: (server: Server) => Promise<void>): Promise<void> {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    execArgv: NODE_OPTIONS,
    env: { ...process.env, ...ALLOCATOR },
  })
  const ended = once(child, 'exit')
  const reply = async () => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [Reply | number | null]
    if (message === null || typeof message === 'number') throw new Error('the server ended')
    if ('failure' in message) throw new Error(message.failure)
    return message
  }
  const ask = (order: Order) => {
    const answer = reply()
    child.send(order)
    return answer
  }
  try {
    const first = await reply()
    if (!('reader' in first)) throw new Error('the server began with another message')
    const { reader } = first
    const client = createClient({ baseUrl: reader.baseUrl, token: () => reader.token })
    await work({
      pid: child.pid ?? 0,
      reader: { ...reader, client },
      async query<Row>(text: string, values: readonly unknown[]) {
        const told = await ask({ kind: 'query', text, values })
        return ('rows' in told ? told.rows : []) as Row[]
      },
      async watch() {
        await ask({ kind: 'watch' })
        return async () => {
          const told = await ask({ kind: 'holds' })
          if (!('holds' in told)) throw new Error('the server did not tell its holds')
          return told.holds
        }
      },
    })
  } finally {
    if (child.connected) child.disconnect()
    await ended
  }
}
