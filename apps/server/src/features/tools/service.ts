import { setImmediate as nextTurn } from 'node:timers/promises'
import { openApiDocument, type Operator } from '@polylogue/contract'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Page } from '#http/routes.ts'
import { Problem } from '#problem.ts'
import { viewerPage, type ApiDocument } from './viewer/viewer.ts'

export interface ToolsService {
  /** Degraded while the disk is too full for changes. @throws Problem DATABASE_UNAVAILABLE when the database does not answer */
  health(): Promise<{ status: 'ok' | 'degraded'; version: string }>
  /** @throws Problem of the first check that failed, while this server takes no questions */
  ready(): Promise<{ status: 'ready'; version: string }>
  /** Returns the OpenAPI document of this version as JSON. */
  documentJson(): Promise<Uint8Array>
  /** Returns that JSON as a JSON string. */
  documentText(): Promise<Uint8Array>
  /** Returns the viewer of the document. */
  viewerPage(): Promise<Page>
}

/** Something that a server needs to take questions. */
export interface ReadyCheck {
  /** For the log. */
  readonly name: string
  /** Returns why questions are not taken: a Problem with status 503. */
  check(): Promise<Problem | undefined>
}

export interface ToolsDeps {
  readonly db: Pick<Database, 'health'>
  readonly log: Log
  /** What a server needs besides its database; the first that fails is named. */
  readonly readyChecks: readonly ReadyCheck[]
  readonly version: string
  /** The operator named in the document, from the configuration. */
  readonly operator: Operator
}

export function toolsService({ db, log, readyChecks, version, operator }: ToolsDeps): ToolsService {
  // Both are created on the first request: most processes never need them, and a start would wait for them.
  const document = lazy(() => openApiDocument(version, operator, () => nextTurn()))
  const page = lazy(async () => viewerPage((await document()) as unknown as ApiDocument))
  let lastFailed: string | undefined
  const database: ReadyCheck = {
    name: 'database',
    async check() {
      const { ok } = await db.health()
      return ok ? undefined : new Problem('DATABASE_UNAVAILABLE', {}, { retryAfter: 5 })
    },
  }
  // Made once: anybody may ask for them without a sign-in.
  const documentJson = lazy(async () => Buffer.from(JSON.stringify(await document())))
  const documentText = lazy(async () => Buffer.from(JSON.stringify((await documentJson()).toString())))
  return {
    documentJson,
    documentText,
    viewerPage: page,
    async ready() {
      const found = await Promise.all([...readyChecks, database].map((one) => one.check()))
      const at = found.findIndex((problem) => problem !== undefined)
      const failed = [...readyChecks, database][at]?.name
      if (failed !== lastFailed) log.warn({ failed: failed ?? 'none' }, 'readiness changed')
      lastFailed = failed
      if (found[at]) throw found[at]
      return { status: 'ready', version }
    },
    async health() {
      const { ok, writable } = await db.health()
      if (!ok) throw new Problem('DATABASE_UNAVAILABLE', {}, { retryAfter: 5 })
      return { status: writable ? 'ok' : 'degraded', version }
    },
  }
}

function lazy<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => (created ??= create())
}
