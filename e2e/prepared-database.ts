// Creates the initial database of the browser tests once per run: a first start takes ten seconds of a core.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Stores its path in TEST_PRODUCT_DATABASE, which the workers inherit and `startProduct` reads. */
export function prepareDatabase(): void {
  if (process.env['TEST_PRODUCT_DATABASE']) return
  const file = path.join(import.meta.dirname, '../apps/server/test/product-database.ts')
  const { TEST_DATABASE_URL: _, ...env } = process.env
  process.env['TEST_PRODUCT_DATABASE'] = execFileSync(process.execPath, [file], { env, encoding: 'utf8' })
}
