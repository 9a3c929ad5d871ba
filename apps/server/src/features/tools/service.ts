import { setImmediate as nextTurn } from 'node:timers/promises'
import { openApiDocument, type Operator } from '@polylogue/contract'
import type { Database } from '../../platform/db/index.ts'
import type { Page } from '../../http/routes.ts'
import { Problem } from '../../problem.ts'
import { viewerPage, type ApiDocument } from './viewer/index.ts'

export interface ToolsService {
  /** Degraded while the disk is too full for changes. @throws Problem DATABASE_UNAVAILABLE when the database does not answer */
  health(): Promise<{ status: 'ok' | 'degraded'; version: string }>
  /** Returns the OpenAPI document of this version. */
  document(): Promise<Record<string, unknown>>
  /** Returns the viewer of the document. */
  viewerPage(): Promise<Page>
}

export interface ToolsDeps {
  readonly db: Pick<Database, 'health'>
  readonly version: string
  /** The operator named in the document, from the configuration. */
  readonly operator: Operator
}

export function toolsService({ db, version, operator }: ToolsDeps): ToolsService {
  // Both are created on the first request: most processes never need them, and a start would wait for them.
  const document = lazy(() => openApiDocument(version, operator, () => nextTurn()))
  const page = lazy(async () => viewerPage((await document()) as unknown as ApiDocument))
  return {
    document,
    viewerPage: page,
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
