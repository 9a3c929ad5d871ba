import { openApiDocument, type Operator } from '@polylogue/contract'
import type { Database } from '../../platform/db/index.ts'
import type { Page } from '../../http/routes.ts'
import { Problem } from '../../problem.ts'
import { viewerPage, type ApiDocument } from './viewer/index.ts'

export interface ToolsService {
  /** @throws Problem DATABASE_UNAVAILABLE when the database does not answer. */
  health(): Promise<{ status: 'ok'; version: string }>
  /** The OpenAPI document of this version, as an object and as JSON. */
  readonly document: Record<string, unknown>
  readonly documentText: string
  /** Returns the viewer of the document. */
  viewerPage(): Page
}

export interface ToolsDeps {
  readonly db: Pick<Database, 'health'>
  readonly version: string
  /** The operator named in the document, from the configuration. */
  readonly operator: Operator
}

export function toolsService({ db, version, operator }: ToolsDeps): ToolsService {
  const document = openApiDocument(version, operator)
  // Created on the first request: most processes never need it.
  let page: Page | undefined
  return {
    document,
    documentText: JSON.stringify(document),
    viewerPage: () => (page ??= viewerPage(document as unknown as ApiDocument)),
    async health() {
      const { ok } = await db.health()
      if (!ok) throw new Problem('DATABASE_UNAVAILABLE', {}, { retryAfter: 5 })
      return { status: 'ok', version }
    },
  }
}
