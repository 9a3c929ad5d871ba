// Makes, once per run, the database that products of browser tests begin with: a first start takes ten seconds of a core.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Names it in TEST_PRODUCT_DATABASE, which the workers of the run inherit and `startProduct` reads. */
export function prepareDatabase(): void {
  if (process.env['TEST_PRODUCT_DATABASE']) return
  const file = path.join(import.meta.dirname, '../apps/server/test/product-database.ts')
  const { TEST_DATABASE_URL: _, ...env } = process.env
  process.env['TEST_PRODUCT_DATABASE'] = execFileSync(process.execPath, [file], { env, encoding: 'utf8' })
}
