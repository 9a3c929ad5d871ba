// A chat that is shared by a link, and those who open it.
import { API_ROOT, contract, type MadeShare, type SharedMessage, type SharedPage } from '@polylogue/contract'
import { storeMessage, type TestMessage } from './messages.ts'
import type { TestApp, TestUser } from './test-app.ts'

const { shares } = contract

export interface BareReply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type SharedTests = ReturnType<typeof sharedChats>

/** Returns the steps of tests of links: `owner` shares, `other` is signed in, too. */
export function sharedChats({ app, owner, other }: { app: TestApp; owner: TestUser; other: TestUser }) {
  /** Makes a link with its address. */
  async function share(body: object, by = owner): Promise<MadeShare & { hash: string }> {
    const { data } = await by.client.call(shares.create, { body: body as never })
    return { ...data.share, hash: data.share.hash ?? '' }
  }

  /** Makes a call below `shares/open`, by default without a sign-in. */
  async function bare(path: string, init: RequestInit = {}): Promise<BareReply> {
    const reply = await fetch(`${app.url}${API_ROOT}/shares/open/${path}`, init)
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  return {
    share,
    bare,
    as: (user: TestUser) => ({ headers: { authorization: `Bearer ${user.token}` } }),
    async page(hash: string, by = other, query: object = {}): Promise<SharedPage> {
      return (await by.client.call(shares.open, { params: { hash }, query })).data.share
    },
    async messages(hash: string, query: object = {}, by = other): Promise<SharedMessage[]> {
      return (await by.client.call(shares.messages, { params: { hash }, query })).data.messages
    },
    /** Makes a project with a tab, in which `ask` stores finished questions of the owner. */
    async chat({ project: name = 'Bins', tab: tabName = 'Collection', by = owner } = {}) {
      const project = await app.deps.project(by, { name, type: 2 })
      const tab = await app.deps.tab(by, project, { name: tabName })
      return {
        project,
        tab,
        tabId: tab.id,
        projectId: project.id,
        ask: (query: string, more: Partial<TestMessage> = {}) =>
          storeMessage(app.db, { tabId: tab.id, userId: by.id, query, response: `Re: ${query}`, ...more }),
      }
    },
    /** Attaches a file to a new question of the owner, and returns it. */
    async asked(tabId: number, file: { name: string; text: string; mimeType?: string }): Promise<number> {
      const base64 = Buffer.from(file.text).toString('base64')
      const size = Buffer.byteLength(file.text)
      const attachment = {
        name: file.name,
        mime_type: file.mimeType ?? 'text/plain',
        base64,
        size,
        timestamp: 1,
      }
      const { data } = await owner.client.call(contract.answers.ask, {
        params: { id: 1 },
        body: { modelTagId: 1, prompt: `Read ${file.name}`, projectTabId: tabId, attachments: [attachment] },
      })
      return data.queryId
    },
  }
}
