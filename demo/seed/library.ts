import { contract } from '@polylogue/contract'
import type { Seeding } from './index.ts'

export interface DemoLibrary {
  readonly who: number
  readonly how: number
}

type Shares = { contextId: number; hasReadAccess: boolean }[]

/** Creates saved prompts, instructions and a golden set. */
export async function makeLibrary(seeding: Seeding, team: number): Promise<DemoLibrary> {
  const shares = [{ contextId: team, hasReadAccess: true }]
  await makePrompts(seeding, shares)
  await makeGoldenSet(seeding, shares)
  return makeInstructions(seeding, shares)
}

async function makePrompts({ client }: Seeding, assocContexts: Shares): Promise<void> {
  const { PromptOutputs } = (await client.call(contract.prompts.outputs)).data
  const outputFormId = PromptOutputs.find(({ name }) => name === 'text')?.id ?? PromptOutputs[0]?.id ?? 0
  const category = async (name: string) =>
    (await client.call(contract.labels.createCategory, { body: { name } })).data.category.id
  const letters = await category('Letters')
  const tenders = await category('Tenders')
  for (const [title, prompt, categories] of [
    [
      'Letter to residents about road works',
      'Write a letter to the residents of {{street}} about {{work}} from {{begin | type=date required}} to {{end | type=date}}. Friendly, short, with what they must do.',
      [letters],
    ],
    [
      'Compare bids',
      'Compare the bids for {{lot}} by price, energy use and warranty. Begin with the result, then a table.',
      [tenders],
    ],
    [
      'Answer a question of a bidder',
      'Answer the question of a bidder in at most five sentences, neutral, without naming other bidders: {{question}}',
      [tenders],
    ],
  ] as const)
    await client.call(contract.prompts.create, {
      body: { title, prompt, categories: [...categories], outputFormId, assocContexts },
    })
}

async function makeInstructions({ client }: Seeding, assocContexts: Shares): Promise<DemoLibrary> {
  const instruction = async (scope: 1 | 2, name: string, content: string) =>
    (await client.call(contract.custinsts.create, { body: { name, scope, content, assocContexts } })).data
      .custinst.id
  const who = await instruction(
    1,
    'City Works',
    'I work for the municipal services of a town of 60,000 people.',
  )
  const how = await instruction(2, 'Plain words', 'Short sentences. The result first. Amounts in euros.')
  return { who, how }
}

async function makeGoldenSet({ client, modelOf }: Seeding, assocContexts: Shares): Promise<void> {
  await client.call(contract.goldensets.create, {
    body: {
      name: 'Travel policy',
      description: 'What every model must answer before it is offered to the staff.',
      assocContexts,
      prompts: [
        {
          title: 'Hotel',
          prompt: 'Up to how much is a night in a hotel in Hamburg refunded?',
          checks: [
            { kind: 'contains', text: '145' },
            {
              kind: 'judge',
              modelTagId: modelOf('llama3.3').defaultModelTagId,
              rule: 'Names the amount and the town.',
            },
          ],
        },
        {
          title: 'Lamps',
          prompt: 'What colour may the lamps along the river have?',
          checks: [{ kind: 'contains', text: '2,200' }],
        },
      ],
    },
  })
}
