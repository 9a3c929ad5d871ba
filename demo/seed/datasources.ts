import { setTimeout } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { LIGHTING, TRAVEL } from '../documents.ts'
import type { Seeding } from './index.ts'

export interface DemoSources {
  readonly travel: number
  readonly lighting: number
}

/** Creates the data sources with their documents and test questions, and waits until they are read. */
export async function makeDatasources({ client }: Seeding, team: number): Promise<DemoSources> {
  const make = async (name: string, summary: string, files: Readonly<Record<string, string>>, label = '') => {
    const media = Object.entries(files).map(([file, text]) => ({
      name: file,
      mime_type: '',
      content: Buffer.from(text).toString('base64'),
    }))
    const assocContexts = [{ contextId: team, hasReadAccess: true }]
    const body = { name, summary, label, media, chunkSize: 256, assocContexts }
    return (await client.call(contract.datasources.create, { body })).data.datasource.id
  }
  const travel = await make('Business trips', 'The travel policy, frequent questions and hotels', TRAVEL)
  const lighting = await make(
    'Street lighting 2027',
    'Specification, bids, questions of bidders',
    LIGHTING,
    'internal',
  )
  for (const id of [travel, lighting]) await untilRead(id)
  const params = { id: travel }
  const { media } = (await client.call(contract.datasources.get, { params })).data.datasource
  const policy = media.find(({ name }) => name.startsWith('Travel'))
  for (const [q, quote] of [
    ['What is refunded for a hotel in Munich?', 'A night in a hotel is refunded up to 110 €'],
    ['How much is a kilometre by car?', 'refunded with 0.38 € per kilometre'],
    ['Until when must receipts be handed in?', 'Receipts are handed in within six weeks'],
  ] as const)
    await client.call(contract.testQuestions.create, {
      params,
      body: { q, expected: { mediaId: policy?.media_id ?? 0, quote } },
    })
  await client.call(contract.testQuestions.run, { params })
  return { travel, lighting }

  async function untilRead(id: number): Promise<void> {
    const read = async () => (await client.call(contract.datasources.get, { params: { id } })).data.datasource
    while ((await read()).mediaWaiting > 0) await setTimeout(200)
  }
}
