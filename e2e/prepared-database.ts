// Creates the initial databases of the browser tests once per run: a first start takes ten seconds of a core.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

/**
 * Stores their paths in TEST_PRODUCT_DATABASE, which `startProduct` copies, and TEST_ANNAS_DATABASE, which `openFixture`
 * copies. The workers inherit both.
 */
export function prepareDatabases(): void {
  prepare('TEST_PRODUCT_DATABASE', '../apps/server/test/product-database.ts')
  prepare('TEST_ANNAS_DATABASE', 'anna.ts')
}

function prepare(name: string, program: string): void {
  if (process.env[name]) return
  const file = path.join(import.meta.dirname, program)
  const { TEST_DATABASE_URL: _, ...env } = process.env
  process.env[name] = execFileSync(process.execPath, [file], { env, encoding: 'utf8' })
}
