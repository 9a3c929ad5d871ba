// Creates the database that `startProduct` copies once per run: a first start takes ten seconds of a core. Tests that pass a
// data directory of their own still have a real first start.
import { prepareTemplates } from '../db-template.ts'

/** Vitest's global setup. */
export async function setup(): Promise<void> {
  process.env['TEST_PRODUCT_DATABASE'] = (await prepareTemplates()).migratedDir
}
