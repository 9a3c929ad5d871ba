import { contract } from '@polylogue/contract'
import { PEOPLE } from '../account.ts'
import type { Seeding } from './index.ts'

const ORG_UNIT = 2
const TEAM = 3

/** Creates the people and their groups; resolves with the context of the team that things are shared with. */
export async function makePeople({ client }: Seeding): Promise<{ team: number }> {
  const contexts: number[] = []
  for (const person of PEOPLE)
    contexts.push((await client.call(contract.users.create, { body: person })).data.user.context.id)
  const make = async (
    contextTypeId: number,
    name: string,
    description: string,
    members: readonly number[],
  ) => {
    const assocContexts = members.map((contextId) => ({ contextId }))
    const body = { contextTypeId, name, description, assocContexts }
    return (await client.call(contract.contexts.create, { body })).data.context.id
  }
  const team = await make(TEAM, 'Procurement', 'Tenders, bids and awards', contexts.slice(0, 3))
  const service = await make(TEAM, 'Customer service', 'Letters and calls of residents', contexts.slice(2))
  await make(ORG_UNIT, 'City Works', 'Everybody who works for the town', [team, service])
  return { team }
}
