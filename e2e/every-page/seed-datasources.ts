// Data sources of the every-page test: one with documents in each state and long names, and one without documents.
import { setTimeout } from 'node:timers/promises'
import type { Client } from '@polylogue/client'
import { contract } from '@polylogue/contract'
import * as texts from './texts.ts'

/** Creates two data sources; resolves with the pages of the one that has documents, once they are read. */
export async function makeDatasources(
  client: Client,
  longName: string,
): Promise<{ datasource: string; document: string }> {
  const make = async (name: string, files: Readonly<Record<string, string>>) => {
    const media = Object.entries(files).map(([file, text]) => ({
      name: file,
      mime_type: '',
      content: Buffer.from(text).toString('base64'),
    }))
    const body = { name, summary: texts.DESCRIPTION, media }
    return (await client.call(contract.datasources.create, { body })).data.datasource.id
  }
  await make('Vergabevermerk', {})
  const id = await make(longName, {
    'Eichrechtskonformität_Prüfbericht_mit_sehr_langem_Namen_2026_endgültig.txt': texts.PROSE.repeat(20),
    'Leistungsverzeichnis.md': `# ${longName}\n\n${texts.PROSE}`,
    'beschädigt.pdf': '%PDF-1.7',
  })
  const read = async () => (await client.call(contract.datasources.get, { params: { id } })).data.datasource
  let datasource = await read()
  while (datasource.mediaWaiting > 0) {
    await setTimeout(100)
    datasource = await read()
  }
  const [expected] = datasource.media
  const params = { id }
  for (const q of [longName, 'Welche Frist gilt?'])
    await client.call(contract.testQuestions.create, {
      params,
      body: { q, expected: { mediaId: expected?.media_id ?? 0, quote: texts.PROSE.slice(0, 500) } },
    })
  await client.call(contract.testQuestions.run, { params })
  while ((await client.call(contract.testQuestions.runs, { params })).data.TestRuns[0]?.state === 'running')
    await setTimeout(100)
  return {
    datasource: `/datasources/${id}`,
    document: `/datasources/${id}/media/${datasource.media[0]?.media_id}?from=400&to=900`,
  }
}
