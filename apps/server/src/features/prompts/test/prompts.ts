// Calls of prompts, for the tests of several files.
import { contract, type AssocContext, type CallInput, type CallRequest } from '@polylogue/contract'
import type { TestUser } from '#test/test-app.ts'

const { prompts, labels } = contract

type Fields = CallInput<typeof prompts.update>['body']

type Query = NonNullable<CallRequest<typeof prompts.list>['query']>

export const make = async (who: TestUser, fields: Fields = {}) => {
  const body = { title: 'Offer', prompt: 'Write an offer to {{name}}.', outputFormId: 1, ...fields }
  return (await who.client.call(prompts.create, { body })).data.Prompt
}
export const get = async (who: TestUser, id: number) =>
  (await who.client.call(prompts.get, { params: { id } })).data.Prompt
export const update = async (who: TestUser, id: number, body: Fields) =>
  (await who.client.call(prompts.update, { params: { id }, body })).data.Prompt
export const list = (who: TestUser, query: Query = {}) => who.client.call(prompts.list, { query })
export const entry = ({ contextId }: { contextId: number }, write = false, admin = false): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: write || admin,
  hasAdminAccess: admin,
})

export function promptsOf(anna: () => TestUser) {
  const category = async (name: string) =>
    (await anna().client.call(labels.createCategory, { body: { name } })).data.category
  const tag = async (name: string) =>
    (await anna().client.call(labels.createTag, { body: { name } })).data.tag
  return { category, tag }
}
