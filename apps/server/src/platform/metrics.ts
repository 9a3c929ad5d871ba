import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Database } from './db/index.ts'

/** Returns the metrics of this process. Call it once a process: prom-client never removes their observers. */
export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Adds metrics of answers and the database to `/metrics`. */
export function addMetrics(
  registry: Registry,
  options: { db: Database; answers: () => number; waiting: () => number },
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  const { db } = options
  gauge('polylogue_answers', 'Answers being made by this process', options.answers)
  gauge('polylogue_questions_waiting', 'Questions of this process that wait for their turn', options.waiting)
  const { space } = db
  gauge('polylogue_disk_free_bytes', 'Free bytes on the disk of the data directory', () => space.freeBytes)
  gauge('polylogue_disk_reserve_bytes', 'Free bytes below which writes are refused', () => space.reserveBytes)
  gauge('polylogue_database_connections', 'Open connections to the database', () => db.metrics().connections)
  gauge('polylogue_database_waiting', 'Queries that wait for a connection', () => db.metrics().waiting)
  gauge('polylogue_database_fsyncs', 'fsync calls of the embedded database', () => db.metrics().fsyncs)
  gauge(
    'polylogue_database_wal_bytes',
    'Write-ahead log of the embedded database in bytes',
    () => db.metrics().walBytes,
  )
  gauge(
    'polylogue_database_restarts',
    'Restarts of the embedded database by its watchdog',
    () => db.metrics().restarts,
  )
}

/** A value with its labels. Values of the same labels are added. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

interface Described {
  readonly name: string
  readonly help: string
  readonly labelNames: string[]
}

/** Adds a gauge whose values are read at each scrape; without values it is left out. */
export function addGauges(
  registry: Registry,
  described: Described,
  read: () => Sample[] | Promise<Sample[]>,
): void {
  const gauge: Gauge = new Gauge({
    ...described,
    registers: [registry],
    async collect() {
      const samples = await read()
      gauge.reset()
      // A gauge without labels is 0 after a reset.
      if (samples.length === 0 && described.labelNames.length === 0) gauge.remove()
      for (const { labels = {}, value } of samples) gauge.inc(labels, value)
    },
  })
}

/** Adds a counter whose totals since the start are read at each scrape. */
export function addTotals(registry: Registry, described: Described, read: () => Sample[]): void {
  const counter: Counter = new Counter({
    ...described,
    registers: [registry],
    collect() {
      counter.reset()
      for (const { labels = {}, value } of read()) counter.inc(labels, value)
    },
  })
}
