// A bookmark says when what it leads to is gone, of whatever kind it is (SETTING-5).
import type { CallData } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { bookmarksPageWith } from '#features/bookmarks/page/page.tsx'
import { BOOKMARKED_PAGES } from './bookmarked-pages.ts'

const { View } = bookmarksPageWith(BOOKMARKED_PAGES)
const PROMPT = { title: 'Letter', uri: '/prompts/7' }

/** A server with these bookmarks. What they lead to cannot be asked for, which says nothing about it. */
function storing(list: readonly { title: string; uri: string }[]) {
  const setting = {
    settingId: 33,
    name: 'bookmarks' as const,
    value: JSON.stringify(list),
    validUntil: '9999-12-30T23:59:59.000Z',
    modified: '2026-01-05T08:00:00.000Z',
  }
  const server = serverOf().answer(contract.settings.list, { Settings: [setting] })
  const { projects, prompts, datasources, goldensets, media } = contract
  for (const call of [projects.get, prompts.get, datasources.get, goldensets.get, goldensets.run, media.get])
    server.refuse(call, { status: 500 })
  return server
}

const GONE = 'This is deleted, or no longer shared with you.'

const rowsSaying = async (count: number) => {
  expect(await screen.findAllByText(GONE)).toHaveLength(count)
  const rows = within(screen.getByRole('list', { name: 'Your bookmarks' })).getAllByRole('listitem')
  return rows.map(({ textContent }) => textContent?.includes(GONE) === true)
}

test.each([
  ['a deleted tab', '/projects/5?tab=8', contract.tabs.get, 404],
  ['a deleted comparison', `/projects/5?compare=${crypto.randomUUID()}`, contract.queries.compared, 404],
  ['a deleted document', '/datasources/3/media/9', contract.media.get, 404],
  ['a document of a deleted data source', '/datasources/3/media/9', contract.datasources.get, 404],
  ['a deleted run', '/goldensets/3/runs/9', contract.goldensets.run, 404],
  ['the inbox of a deleted chatbot', '/chatbots/3/inbox', contract.chatbots.get, 404],
  ['a removed model', '/help/models/9', contract.models.get, 404],
  ['a person who left', '/users/9', contract.users.get, 404],
  ['what one may not open any more', '/custinsts/4', contract.custinsts.get, 403],
] as const)('a bookmark to %s says that it is gone', async (_, uri, call, status) => {
  const server = storing([{ title: 'Thing', uri }, PROMPT])
  // The others cannot be asked, which says nothing.
  for (const other of [contract.datasources.get, contract.goldensets.get])
    server.refuse(other, { status: 500 })
  for (const other of [contract.media.get, contract.goldensets.run]) server.refuse(other, { status: 500 })
  server.refuse(call, { status, errorCode: status === 403 ? 'PERMISSION_DENIED' : 'NOT_FOUND' })
  await openPage(<View />, { server })
  expect(await rowsSaying(1)).toEqual([true, false])
})

test('a bookmark to a tab that was moved to another project, and to a plugin that was removed, say so', async () => {
  const server = storing([
    { title: 'Moved', uri: '/projects/5?tab=8' },
    { title: 'Removed', uri: '/plugins/counting' },
    { title: 'Of the product', uri: '/plugins/api' },
  ])
  const tab = { projectId: 6 } as CallData<typeof contract.tabs.get>['projecttab']
  server.answer(contract.tabs.get, { projecttab: tab }).answer(contract.plugins.list, { plugins: [] })
  await openPage(<View />, { server })
  expect(await rowsSaying(2)).toEqual([true, true, false])
})
