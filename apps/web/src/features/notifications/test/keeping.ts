// A server that keeps notifications, for the tests of several files.
import type { Notification } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { serverOf } from '#test/server.ts'

export interface Stored {
  id: number
  place?: number
  rootId?: number
  kind?: string
  facts?: Record<string, string>
  count?: number
  read?: boolean
  minutesAgo?: number
  uri?: string | null
}

export const notificationOf = ({
  id,
  place = id,
  rootId = id,
  kind = 'shared',
  facts = { actor: 'Anna Alt', noun: 'project', name: `Heating ${id}` },
  count = 1,
  read = false,
  minutesAgo = 2,
  uri = `/projects/${id}`,
}: Stored): Notification => {
  const timestamp = Math.floor(Date.now() / 1000) - minutesAgo * 60
  const json = { id, message: 'Something happened.', type: 'info', read, received: true, timestamp, uri }
  return { id, place, rootId, kind, facts, count, notificationAsJson: JSON.stringify(json) } as Notification
}

const sharesOf = (list: readonly Stored[]) =>
  list
    .filter(({ read, kind = 'shared' }) => !read && kind === 'shared')
    .map(({ id, uri }) => ({ id, uri: uri ?? `/projects/${id}` }))

/** A server that keeps notifications, the newest first. */
export function keeping(first: readonly Stored[]) {
  let list = [...first]
  const asked: (string | null)[] = []
  const idIn = (path: string) => Number(path.split('/')[2])
  const server = serverOf()
    .answer(contract.notifications.list, ({ query }) => {
      asked.push(query.get('before'))
      const read = query.get('read')
      const before = Number(query.get('before') ?? Infinity)
      const limit = Number(query.get('limit'))
      const fitting = list.filter((one) => read === null || (one.read ?? false) === (read === 'true'))
      return {
        notifications: fitting
          .filter(({ id, place = id }) => place < before)
          .slice(0, limit)
          .map(notificationOf),
        unread: list.filter((one) => !one.read).length,
        ...(query.get('shared') === 'true' ? { shared: sharesOf(list) } : {}),
      }
    })
    .answer(contract.notifications.mark, ({ path, body }) => {
      const { markAsRead } = body as { markAsRead: boolean }
      list = list.map((one) => (one.id === idIn(path) ? { ...one, read: markAsRead } : one))
      return {}
    })
    .answer(contract.notifications.markAll, () => {
      list = list.map((one) => ({ ...one, read: true }))
      return {}
    })
    .answer(contract.notifications.remove, ({ path }) => {
      const root = list.find(({ id }) => id === idIn(path))
      list = list.filter((one) => (one.rootId ?? one.id) !== (root?.rootId ?? root?.id))
      return {}
    })
  return {
    server,
    asked,
    unread: () => list.filter(({ read }) => !read).map(({ id }) => id),
    list: () => list,
  }
}
