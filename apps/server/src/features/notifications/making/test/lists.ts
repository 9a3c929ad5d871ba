// What people are told, for the tests of several files.
import { expect } from 'vitest'
import { contract, type Project } from '@polylogue/contract'
import type { TestApp, TestUser } from '#test/test-app.ts'

const { notifications } = contract

type Access = 'read' | 'write' | 'admin'
type Shares = readonly (readonly [{ contextId: number }, Access])[]

export const list = async (who: TestUser) =>
  (await who.client.call(notifications.list, { params: { userId: who.id }, query: {} })).data.notifications

export function listsIn(on: () => { app: TestApp; anna: TestUser }) {
  /** Replaces the shares of a project. */
  async function share(project: Project, shares: Shares, by = on().anna): Promise<void> {
    const assocContexts = shares.map(([{ contextId }, access]) => ({
      contextId,
      hasReadAccess: true,
      hasWriteAccess: access !== 'read',
      hasAdminAccess: access === 'admin',
    }))
    await by.client.call(contract.projects.update, { params: { id: project.id }, body: { assocContexts } })
  }

  /** Waits until everything that happened so far was told. */
  async function told(): Promise<void> {
    const left = async () => (await on().app.db.pool.query('SELECT FROM notification_events')).rowCount
    await expect.poll(left, { timeout: 20_000 }).toBe(0)
  }

  const kindsOf = async (who: TestUser) => {
    await told()
    return (await list(who)).map(({ kind, facts: { access }, count }) =>
      [kind, access, count > 1 ? count : ''].filter(Boolean).join(' '),
    )
  }

  async function sharePrompt(id: number, ...contextIds: number[]): Promise<void> {
    const read = { hasReadAccess: true, hasWriteAccess: false, hasAdminAccess: false }
    const assocContexts = contextIds.map((contextId) => ({ contextId, ...read }))
    await on().anna.client.call(contract.prompts.update, { params: { id }, body: { assocContexts } })
  }
  return { share, told, kindsOf, sharePrompt }
}
