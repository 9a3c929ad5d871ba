// An opened share link, for the tests of several files.
import { expect } from 'vitest'
import type { SharedTests } from '#test/shared-chat.ts'

export function openedLinks(to: () => SharedTests) {
  /** A link for anybody to a chat with a file, and the statuses of all that it opens, without a sign-in. */
  async function open(more: object = {}) {
    const chat = await to().chat()
    const queryId = await to().asked(chat.tabId, { name: 'a.txt', text: 'A' })
    const link = await to().share({
      tabId: chat.tabId,
      audience: 'anybody',
      files: [{ queryId, index: 0 }],
      ...more,
    })
    const statuses = async (init?: RequestInit) => {
      const paths = [link.hash, `${link.hash}/messages`, `${link.hash}/files/0`]
      const replies = await Promise.all(paths.map((path) => to().bare(path, init)))
      return replies.map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 200, 200])
    return { ...chat, ...link, statuses }
  }
  return { open }
}
