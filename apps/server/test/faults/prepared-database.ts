// Creates the databases that tests and `startProduct` copy, once per run: a first start takes ten seconds of a core. The test of the
// demo and that of restoring a backup have real first starts.
import type { TestProject } from 'vitest/node'
import { prepareTemplates } from '../db-template.ts'

/** Vitest's global setup. */
export async function setup(project: TestProject): Promise<void> {
  const templates = await prepareTemplates()
  process.env['TEST_PRODUCT_DATABASE'] = templates.migratedDir
  project.provide('databaseTemplates', templates)
}
