// An indexed data source, for tests of answers.
import { contract, type Datasource } from '@polylogue/contract'
import { expect, vi } from 'vitest'
import type { Talk } from './talk.ts'
import type { TestUser } from './test-app.ts'

const { datasources, tabs } = contract

const RULES = [
  '# Travel\n\nThe daily allowance for travel inside the country is 30 euros.',
  '# Laptops\n\nA laptop is replaced after four years, or when its repair costs more than a new one.',
].join('\n\n')

interface SourceOptions {
  readonly name?: string
  readonly text?: string
  readonly answersOnly?: boolean
}

/** Creates a data source with one document, and resolves when its passages can be found. */
export async function readySource(
  { client }: TestUser,
  { name = 'Rules', text = RULES, answersOnly = false }: SourceOptions = {},
): Promise<Datasource> {
  const media = [
    { name: 'rules.md', mime_type: 'text/markdown', content: Buffer.from(text).toString('base64') },
  ]
  const { data } = await client.call(datasources.create, {
    body: { name, chunkSize: 64, chunkOverlap: 16, answersOnly, media },
  })
  return untilReady({ client }, data.datasource.id)
}

/** Resolves with a data source when its passages can be found. */
export const untilReady = ({ client }: Pick<TestUser, 'client'>, id: number): Promise<Datasource> =>
  vi.waitFor(
    async () => {
      const found = await client.call(datasources.get, { params: { id } })
      expect(found.data.datasource.status).toBe(2)
      return found.data.datasource
    },
    { timeout: 20_000, interval: 150 },
  )

/** Creates a tab of Anna that uses a data source. */
export async function tabWithSource(talk: Talk, defaultDatasourceId: number): Promise<number> {
  const id = await talk.newTab()
  await talk.anna.client.call(tabs.update, { params: { id }, body: { defaultDatasourceId } })
  return id
}
