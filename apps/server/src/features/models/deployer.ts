// Worker for deployments: fetches, loads and unloads tags. The queue is in the database; each job is claimed by one process,
// which sends a heartbeat every 5 s (see `TIMEOUT` in deployments-store.ts).
import { Problem } from '#problem.ts'
import { runDeployJob } from './deploy-job.ts'
import { queueOf, QUEUE_CONCURRENCY, reloadWaitMs, stepsOf, type QueueName } from './deployment-rules.ts'
import * as store from './deployments-store.ts'
import type { DeployerDeps } from './deps.ts'

const BEAT_MS = 5_000
/** Maximum timer for delayed jobs; the check every minute wakes it as well. */
const LONGEST_WAIT_MS = 60_000

interface Run {
  readonly tag: store.TagAtEngine
  readonly queue: QueueName
  readonly ending: AbortController
  ended: Promise<void>
}

export class Deployer {
  readonly #deps: DeployerDeps
  /** The embedded database has one process: jobs of other processes are orphaned and can be taken over. */
  readonly #alone: boolean
  readonly #runs = new Map<number, Run>()
  /** When a kept tag was last redeployed because it was missing, and how often in a row. */
  readonly #again = new Map<number, { at: number; times: number }>()
  readonly #beating: NodeJS.Timeout
  #scanning = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(deps: DeployerDeps) {
    this.#deps = deps
    this.#alone = deps.db.kind === 'embedded'
    this.#beating = setInterval(() => {
      this.check().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'a deployment could not say that it goes on'),
      )
    }, BEAT_MS)
  }

  /** Starts pending jobs while their provider's queues have free slots. Returns at once. */
  wake(): void {
    this.#scanning = this.#scanning
      .then(() => this.#scan())
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'what is to be deployed was not looked up; it is tried again'),
      )
  }

  /** Aborts this process's work on a tag, and waits for its end. */
  async cancel(tagId: number): Promise<void> {
    const run = this.#runs.get(tagId)
    run?.ending.abort(new Error('It is not wanted any more'))
    await run?.ended
  }

  /** Sends the heartbeat, and aborts jobs that no longer belong to this process. */
  async check(): Promise<void> {
    // Copied: jobs that start during the query are not in its result.
    const runs = [...this.#runs]
    if (runs.length === 0) return
    const { db, serverId } = this.#deps
    const ids = runs.map(([tagId]) => tagId)
    const own = new Set(await store.beat(db.pool, serverId, ids))
    for (const [tagId, { tag, ending }] of runs)
      if (!own.has(tagId) || !this.#isConnected(tag.providerId))
        ending.abort(new Error('It is not wanted any more'))
  }

  /** Called after some providers were checked: redeploys kept tags that are missing. */
  async reconcile(providerIds: readonly number[]): Promise<void> {
    const { db, bus, clock, engineOf } = this.#deps
    const now = clock.now().getTime()
    for (const { providerId, memoryBytes, modelId, modelTagId } of await store.failedButThere(
      db.orm,
      providerIds,
    )) {
      if (
        !this.#isConnected(providerId) ||
        stepsOf({ present: true, memoryBytes }, engineOf(providerId).can).length > 0
      )
        continue
      await store.end(db.orm, modelTagId)
      await bus.publish(db.orm, { type: 'deployment.changed', modelId, modelTagId })
    }
    for (const tag of await store.missing(db.orm, providerIds)) {
      const before = this.#again.get(tag.modelTagId)
      const waits = before ? reloadWaitMs(before.times) : 0
      const isLeft =
        this.#isConnected(tag.providerId) && stepsOf(tag, engineOf(tag.providerId).can).length > 0
      if (!isLeft || (before && now - before.at < waits)) continue
      this.#again.set(tag.modelTagId, {
        at: now,
        times: before && now - before.at < 2 * waits ? before.times + 1 : 0,
      })
      await db.transaction((tx) => store.begin(tx, tag.modelTagId, clock.now(), { join: true }))
    }
    this.wake()
  }

  /** Releases all jobs, so that another process or the next start continues them. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#beating)
    clearTimeout(this.#timer)
    await this.#scanning
    const runs = [...this.#runs.values()]
    for (const { ending } of runs) ending.abort(new Error('The server is stopping'))
    await Promise.all(runs.map(({ ended }) => ended))
    await store.release(this.#deps.db.pool, this.#deps.serverId)
  }

  async #scan(): Promise<void> {
    if (this.#closed) return
    clearTimeout(this.#timer)
    const { db, serverId } = this.#deps
    const open = await store.unclaimed(db.pool, serverId, this.#alone)
    const later = open.map(({ dueInMs }) => dueInMs).filter((ms) => ms > 0)
    if (later.length)
      this.#timer = setTimeout(() => this.wake(), Math.min(...later, LONGEST_WAIT_MS) + 50).unref()
    for (const { dueInMs, ...tag } of open) {
      if (dueInMs > 0 || !this.#hasPlace(tag) || this.#closed) continue
      if (await store.claim(db.pool, tag.modelTagId, serverId, this.#alone)) this.#start(tag)
    }
  }

  #hasPlace(tag: store.TagAtEngine): boolean {
    const queue = queueOf(tag)
    const taken = [...this.#runs.values()].filter((run) => run.queue === queue).length
    return taken < QUEUE_CONCURRENCY && !this.#runs.has(tag.modelTagId) && this.#isConnected(tag.providerId)
  }

  #start(tag: store.TagAtEngine): void {
    const ending = new AbortController()
    const run: Run = { tag, queue: queueOf(tag), ending, ended: Promise.resolve() }
    this.#runs.set(tag.modelTagId, run)
    run.ended = runDeployJob(this.#deps, tag, ending)
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error, tag: tag.fullName }, 'a deployment ended badly'),
      )
      .finally(() => {
        this.#runs.delete(tag.modelTagId)
        this.wake()
      })
  }

  #isConnected(providerId: number): boolean {
    try {
      this.#deps.engineOf(providerId)
      return true
    } catch (error) {
      if (error instanceof Problem) return false
      throw error
    }
  }
}
