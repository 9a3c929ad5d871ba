// Calls of publications, for the tests of several files.
import { contract, type AssocContext, type CallRequest } from '@polylogue/contract'
import type { TestUser } from '#test/test-app.ts'

const { contexts, prompts, publications } = contract

const LEVELS = ['read', 'write', 'admin'] as const
type Level = (typeof LEVELS)[number]
export const entry = (contextId: number, level: Level = 'read'): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: level !== 'read',
  hasAdminAccess: level === 'admin',
})

export const made = async (by: TestUser, assocContexts: AssocContext[] = []) => {
  const texts = { title: 'Offer', prompt: 'Write an offer.', comment: 'For customers' }
  return (await by.client.call(prompts.create, { body: { ...texts, outputFormId: 1, assocContexts } })).data
    .Prompt
}
export type Prompt = Awaited<ReturnType<typeof made>>
export const update = async (
  by: TestUser,
  { id }: { id: number },
  body: CallRequest<typeof prompts.update>['body'],
) => (await by.client.call(prompts.update, { params: { id }, body })).data.Prompt
export const share = (by: TestUser, prompt: Prompt, ...assocContexts: AssocContext[]) =>
  update(by, prompt, { assocContexts })
export const sharesOf = async (by: TestUser, { id }: { id: number }) =>
  (await by.client.call(prompts.get, { params: { id } })).data.Prompt.assocContexts.slice(1)
export const requestsOf = async (by: TestUser, { context }: Prompt) =>
  (await by.client.call(publications.ofItem, { params: { id: context.id } })).data.Publications
export const waiting = (by: TestUser, query = {}) => by.client.call(publications.list, { query })
export const idsFor = async (by: TestUser) => (await waiting(by)).data.Publications.map(({ id }) => id)
export const review = async (by: TestUser, id: number) =>
  (await by.client.call(publications.get, { params: { id } })).data.Publication
export const approve = async (by: TestUser, id: number, ifMatch?: string) =>
  by.client.call(publications.approve, {
    params: { id },
    body: { ifMatch: ifMatch ?? (await review(by, id)).etag },
  })
export const decline = (by: TestUser, id: number, reason = 'Too long') =>
  by.client.call(publications.decline, { params: { id }, body: { reason } })
export const withdraw = (by: TestUser, id: number) => by.client.call(publications.remove, { params: { id } })

export function requestsIn(people: () => { lead: TestUser; anna: TestUser; rita: TestUser; bert: TestUser }) {
  /** A group that needs approval, with Anna and Bert as readers and Rita as a writer. */
  async function group(name = 'Marketing', needsApproval = true): Promise<number> {
    const assocContexts = [
      entry(people().anna.contextId),
      entry(people().bert.contextId),
      entry(people().rita.contextId, 'write'),
    ]
    const body = { contextTypeId: 3, name, needsApproval, assocContexts }
    return (await people().lead.client.call(contexts.create, { body })).data.context.id
  }
  const change = (id: number, body: CallRequest<typeof contexts.update>['body'], by = people().lead) =>
    by.client.call(contexts.update, { params: { id }, body }).then(({ data }) => data.context)

  /** A request of Anna, to share a new prompt with a new group. */
  async function asked(level: Level = 'read') {
    const groupId = await group()
    const prompt = await made(people().anna, [entry(groupId, level)])
    const [request] = await requestsOf(people().anna, prompt)
    if (!request) throw new Error('nothing was asked')
    return { groupId, prompt, request, id: request.id }
  }
  return { group, change, asked }
}
