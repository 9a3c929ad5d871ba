// The audit trail, for the tests of several files.
import { contract, type AuditEntry } from '@polylogue/contract'
import type { TestApp, TestUser } from '#test/test-app.ts'

export const CANARY = 'canary-5d1e'

export type Filter = Partial<Record<'action' | 'outcome' | 'q' | 'from' | 'until' | 'objectType', string>> & {
  userId?: number
  objectId?: number
  limit?: number
  cursor?: string
}

export const removed = (who: TestUser, id: number) =>
  who.client.call(contract.projects.remove, { params: { id } })

export function auditIn(on: () => { app: TestApp; root: TestUser }) {
  const page = (query: object) => on().root.client.call(contract.audit.list, { query })
  const entries = async (query: Filter = {}): Promise<AuditEntry[]> => (await page(query)).data.Entries
  const exported = async (query: object = {}): Promise<string> => {
    const { data } = await on().root.client.call(contract.audit.export, { query })
    return data.text()
  }
  const newest = async () => (await entries({ limit: 1 }))[0]?.id ?? 0

  /** Runs `work` and returns the entries it created, the oldest first. */
  async function rowsOf(work: () => Promise<unknown>): Promise<AuditEntry[]> {
    const before = await newest()
    await work()
    return (await entries()).filter(({ id }) => id > before).toReversed()
  }

  /** Creates a project shared with others. */
  async function sharedProject(owner: TestUser, name: string) {
    const project = await on().app.deps.project(owner, { name })
    await on().app.deps.share(project, on().root)
    return project
  }
  return { page, entries, exported, rowsOf, sharedProject }
}
