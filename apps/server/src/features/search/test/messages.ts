// Finds messages, for the tests of several files.
import { contract, type Find } from '@polylogue/contract'
import { storeMessage } from '#test/messages.ts'
import type { TestApp, TestUser } from '#test/test-app.ts'
import type { SearchService } from '../index.ts'

export async function find(who: TestUser, q: string, limit?: number): Promise<Find[]> {
  const query = limit === undefined ? { q } : { q, limit }
  return (await who.client.call(contract.search.find, { query })).data.Finds
}
export const messagesOf = (finds: readonly Find[]) =>
  finds.filter(({ kind }) => kind === 'message').map(({ id }) => id)

export function searchIn(on: () => { app: TestApp; search: SearchService }) {
  /** Creates a user with a project, a tab, and messages of the given texts. */
  async function talk(texts: readonly (string | [query: string, response: string])[], who?: TestUser) {
    const person = who ?? (await on().app.deps.user())
    const project = await on().app.deps.project(person, { name: 'Quorx' })
    const tab = await on().app.deps.tab(person, project, { name: 'Vlimb' })
    const ids: number[] = []
    for (const text of texts) {
      const [query, response] = typeof text === 'string' ? [text, ''] : text
      ids.push(await storeMessage(on().app.db, { tabId: tab.id, userId: person.id, query, response }))
    }
    await on().search.indexMessages(ids)
    return { person, project, tab, ids }
  }
  return { talk }
}
