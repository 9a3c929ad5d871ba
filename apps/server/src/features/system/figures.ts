// The figures of one server process, as it counts them in memory and as the others read them from the database.
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'
import { Disk } from '@polylogue/contract'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { QueueLine } from '#features/answers/index.ts'
import type { AnswerCounts } from './answer-counts.ts'
import { lastHour } from './series.ts'

const count = z.number().int().nonnegative()
const steps = z.array(z.number().nonnegative())

/** Another version may write other figures: those are left out. */
export const ServerFigures = z.object({
  name: z.string(),
  version: z.string(),
  started: z.iso.datetime(),
  memoryBytes: count,
  disk: Disk,
  search: count,
  lines: z.array(z.object({ providerId: count, running: count, waiting: count, oldestMs: count.nullable() })),
  engines: z.array(
    z.object({
      providerId: count,
      name: z.string(),
      lastHour: steps,
      failures: z.array(z.object({ code: z.string(), count })),
    }),
  ),
})
export type ServerFigures = z.infer<typeof ServerFigures>

export interface OwnDeps {
  readonly db: Database
  readonly clock: Clock
  readonly version: string
  readonly dataDir: string
  readonly counts: AnswerCounts
  readonly lines: () => QueueLine[]
  readonly searchLeft: () => number
}

/** Returns a function that gathers the figures of this process. */
export function ownFigures(deps: OwnDeps): () => Promise<ServerFigures> {
  const { version, counts } = deps
  return async () => ({
    name: hostname(),
    version,
    started: counts.since.toISOString(),
    memoryBytes: process.memoryUsage.rss(),
    disk: await diskOf(deps),
    search: deps.searchLeft(),
    lines: deps.lines(),
    engines: counts.all().map(({ providerId, name, lastHour: ended, failures }) => ({
      providerId,
      name,
      lastHour: [...ended],
      failures: [...failures],
    })),
  })
}

async function diskOf({ dataDir, db }: OwnDeps): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return {
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    reserveBytes: Math.round(db.space.reserveBytes),
  }
}

export interface StatementSeries {
  /** Takes what was added since the last call. */
  sample(): void
  /** The average milliseconds of a statement in each step of the last hour; 0 without statements. */
  averages(): number[]
  /** Slow statements of the last hour. */
  slow(): number
}

/** Divides the sums of statements since the start into steps of the last hour. */
export function statementSeries(db: Pick<Database, 'metrics'>, clock: Clock): StatementSeries {
  const [number, milliseconds, slow] = [lastHour(), lastHour(), lastHour()]
  let before = db.metrics()
  const sample = () => {
    const [now, metrics] = [clock.now(), db.metrics()]
    number.add(now, metrics.statements - before.statements)
    milliseconds.add(now, metrics.milliseconds - before.milliseconds)
    slow.add(now, metrics.slow - before.slow)
    before = metrics
  }
  return {
    sample,
    averages() {
      sample()
      const statements = number.values(clock.now())
      return milliseconds
        .values(clock.now())
        .map((ms, step) => round(ms / Math.max(1, statements[step] ?? 0)))
    },
    slow: () => slow.values(clock.now()).reduce((sum, value) => sum + value, 0),
  }
}

const round = (value: number): number => Math.round(value * 100) / 100
