import { randomUUID } from 'node:crypto'
import { contract } from '@polylogue/contract'
import type { DemoLibrary } from './library.ts'
import type { DemoSources } from './datasources.ts'
import type { Seeding } from './index.ts'

const CHAT = 0
const PROJECT = 2

/** Creates projects and chats with answers; returns the id of the project with the most to see. */
export async function makeChats(
  { client, say, modelOf }: Seeding,
  { team, travel, lighting, who, how }: DemoSources & DemoLibrary & { team: number },
): Promise<number> {
  const llama = modelOf('llama3.3')
  const chat = async (name: string, question: string, more: object = {}) => {
    const body = { name, type: CHAT, ...llama }
    const { id } = (await client.call(contract.projects.create, { body })).data.project
    await say(await tab(id, 'Tab 1', more), question)
  }
  const tab = async (id: number, name: string, more: object = {}) =>
    (await client.call(contract.tabs.create, { params: { id }, body: { name, ...llama, ...more } })).data
      .projecttab.id

  await chat('Cheapest bid for each lot', 'Write an SQL query for the cheapest valid bid of each lot.')
  await chat('Tagegeld bei Dienstreisen', 'Wie viel Tagegeld bekomme ich bei einer Dienstreise?', {
    ...modelOf('mistral-small'),
    defaultDatasourceId: travel,
  })
  await chat('Hotel costs on business trips', 'What is refunded for two nights in a hotel in Hamburg?', {
    defaultDatasourceId: travel,
    custInstRespondId: how,
  })

  const body = {
    name: 'Street lighting 2027',
    description: 'Tender for 1,240 luminaires: specification, questions, bids, award.',
    type: PROJECT,
    ...llama,
    defaultDatasourceId: lighting,
    custInstWhoId: who,
    custInstRespondId: how,
    assocContexts: [{ contextId: team, hasReadAccess: true, hasWriteAccess: true }],
  }
  const { id } = (await client.call(contract.projects.create, { body })).data.project
  const settings = { defaultDatasourceId: lighting, custInstWhoId: who, custInstRespondId: how }
  const tabs = [
    await tab(id, 'Llama', settings),
    await tab(id, 'Mistral', { ...settings, ...modelOf('mistral-small') }),
    await tab(id, 'Qwen', { ...settings, ...modelOf('qwen3') }),
  ]
  await say(tabs[0] ?? 0, 'Which colour and which warranty does the specification ask for?')
  const compareId = randomUUID()
  for (const each of tabs)
    await say(each, 'Compare the three bids for lot 1 and recommend one.', { compareId })
  await say(
    await tab(id, 'Letters', settings),
    'Write a letter to the residents of Lindenstraße about the new lamps.',
  )
  return id
}
