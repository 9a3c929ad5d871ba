// A dedicated LISTEN connection that reconnects by itself.
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { newConnection, quoted } from '../connections.ts'
import { Listeners } from '../listeners.ts'

const AGAIN_MS = [100, 500, 2_000, 5_000]
const CHECK_EVERY_MS = 15_000
const CHECK_LIMIT_MS = 5_000

export class PostgresListener {
  readonly #config: pg.ClientConfig
  readonly #log: Log
  readonly #listeners: Listeners
  #client: Promise<pg.Client> | undefined
  #timer: NodeJS.Timeout | undefined
  #attempt = 0
  #closed = false

  /** Connects on the first `listen`. */
  constructor(config: pg.ClientConfig, log: Log) {
    this.#config = config
    this.#log = log
    this.#listeners = new Listeners(log)
  }

  async listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void) {
    const remove = this.#listeners.add(channel, onPayload, onGap)
    try {
      const client = await (this.#client ?? this.#open())
      await client.query(`LISTEN ${quoted(channel)}`)
    } catch (error) {
      remove()
      throw error
    }
    return async () => {
      if (!remove()) return
      const ready = await this.#client?.catch(() => undefined)
      await ready?.query(`UNLISTEN ${quoted(channel)}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const ready = await this.#client?.catch(() => undefined)
    await ready?.end()
  }

  #open(): Promise<pg.Client> {
    clearTimeout(this.#timer)
    const opening = this.#connect()
    this.#client = opening
    opening.then(
      () => {
        this.#attempt = 0
      },
      (error: unknown) => {
        this.#log.warn({ err: error }, 'the listening connection could not be made')
        this.#again()
      },
    )
    return opening
  }

  async #connect(): Promise<pg.Client> {
    const client = newConnection({ ...this.#config, query_timeout: CHECK_LIMIT_MS })
    // The `end` event follows every error and is handled below.
    client.on('error', (error) => this.#log.warn({ err: error }, 'the listening connection broke'))
    client.on('notification', ({ channel, payload }) => this.#listeners.deliver(channel, payload ?? ''))
    await client.connect()
    // Pings, because a vanished peer sends nothing.
    const check = setInterval(() => {
      client.query('SELECT 1').catch(() => client.end())
    }, CHECK_EVERY_MS)
    check.unref()
    client.on('end', () => {
      clearInterval(check)
      this.#again()
    })
    for (const channel of this.#listeners.channels) await client.query(`LISTEN ${quoted(channel)}`)
    return client
  }

  #again(): void {
    this.#client = undefined
    if (this.#closed) return
    clearTimeout(this.#timer)
    const delay = AGAIN_MS[Math.min(this.#attempt, AGAIN_MS.length - 1)]
    this.#attempt += 1
    this.#timer = setTimeout(() => {
      this.#open().then(
        () => this.#listeners.gap(),
        () => undefined,
      )
    }, delay)
  }
}
