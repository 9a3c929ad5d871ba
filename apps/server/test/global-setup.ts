// Makes, once per run, what every test database is a copy of.
import type { TestProject } from 'vitest/node'
import { prepareTemplates } from './db-template.ts'

export async function setup(project: TestProject): Promise<void> {
  project.provide('databaseTemplates', await prepareTemplates())
}
