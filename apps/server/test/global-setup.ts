// Creates the templates of all test databases once per run.
import type { TestProject } from 'vitest/node'
import { prepareTemplates } from './db-template.ts'

export async function setup(project: TestProject): Promise<void> {
  project.provide('databaseTemplates', await prepareTemplates())
}
