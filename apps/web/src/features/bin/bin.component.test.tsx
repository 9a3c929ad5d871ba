import type { DeletedItem } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { binPage } from './page.tsx'

const { View } = binPage
const DAY_MS = 86_400_000

const itemOf = (id: number, name: string, more: Partial<DeletedItem> = {}): DeletedItem => ({
  id,
  noun: 'project',
  itemId: id + 100,
  kind: 'chats',
  name,
  deleted: new Date().toISOString(),
  deletedBy: 'Anna Ahorn',
  isOwn: true,
  shares: 0,
  ends: new Date(Date.now() + 12.5 * DAY_MS).toISOString(),
  ...more,
})
const listOf = (...items: DeletedItem[]) => ({ DeletedItems: items, keepDays: 30 })

test('a deleted item says what it was and how long it stays, and comes back', async () => {
  let items = [itemOf(7, 'Tender', { shares: 2 }), itemOf(8, 'Heating', { kind: 'prompts', noun: 'prompt' })]
  const server = serverOf()
    .answer(contract.bin.list, () => listOf(...items))
    .answer(contract.bin.restore, () => {
      items = items.slice(1)
      return { noun: 'project', itemId: 107, uri: '/projects/107', links: 0 }
    })
  const { user, address } = await openPage(<View />, { server })
  const rows = await screen.findAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(
    /Tender.*Chat · .* · deleted by Anna Ahorn · shared with 2 people or groups · 13 days left/,
  )
  expect(rows[1]?.textContent).toContain('Prompt')
  await user.click(screen.getByRole('button', { name: 'Restore “Tender”' }))
  expect(await screen.findByText('“Tender” is back.')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(address()).toBe('/projects/107')
})

test('a new kind of item is called by the word of its own texts', async () => {
  const items = [itemOf(7, 'Minutes', { kind: 'notes' }), itemOf(8, 'Letter', { kind: 'letters' })]
  const server = serverOf().answer(contract.bin.list, listOf(...items))
  function WithNotes() {
    translations.add('en', 'kinds', { notes: { item: 'Note' } })
    return <View />
  }
  await openPage(<WithNotes />, { server })
  const rows = await screen.findAllByRole('listitem')
  expect(rows[0]?.textContent).toMatch(/^MinutesNote · /)
  // Without such texts, the rest is said.
  expect(rows[1]?.textContent).toMatch(/^Letter\d/)
})

test('the notice of a chat that comes back with its links says so, and leads to them', async () => {
  const server = serverOf()
    .answer(contract.bin.list, listOf(itemOf(7, 'Tender')))
    .answer(contract.bin.restore, { noun: 'project', itemId: 107, uri: '/projects/107', links: 2 })
  const { user, address } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: 'Restore “Tender”' }))
  expect(await screen.findByText('2 share links work again.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show links' }))
  expect(address()).toBe('/projects/107?dialog=share-link')
})

test('an item that cannot be taken back stays, with the reason', async () => {
  const server = serverOf()
    .answer(contract.bin.list, listOf(itemOf(7, 'Tender')))
    .refuse(contract.bin.restore, {
      status: 404,
      errorCode: 'NOT_FOUND',
      errorMessage: 'There is no such deleted item.',
    })
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: 'Restore “Tender”' }))
  expect(await screen.findByText('“Tender” could not be restored')).toBeTruthy()
  expect(screen.getByText('Tender')).toBeTruthy()
})

test('deleting for good asks first, for one item and for all own ones', async () => {
  let items = [itemOf(7, 'Tender'), itemOf(8, 'Heating'), itemOf(9, 'Of Bert', { isOwn: false })]
  const server = serverOf()
    .answer(contract.bin.list, () => listOf(...items))
    .answer(contract.bin.erase, () => {
      items = items.slice(1)
      return {}
    })
    .answer(contract.bin.empty, () => {
      items = items.slice(1)
      return { count: 1 }
    })
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: 'Delete “Tender” for good' }))
  const one = within(await screen.findByRole('dialog'))
  expect(one.getByText('Delete “Tender” with its contents for good? This cannot be undone.')).toBeTruthy()
  await user.click(one.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('“Tender” was deleted for good.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Empty recycle bin' }))
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Empty recycle bin' }),
  )
  expect(await screen.findByText('1 item was deleted for good.')).toBeTruthy()
  // What others own stays, and nothing is left to empty.
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Empty recycle bin' })).toBeNull())
})

test('an empty recycle bin says what comes here', async () => {
  const server = serverOf().answer(contract.bin.list, listOf())
  await openPage(<View />, { server })
  expect(await screen.findByText('The recycle bin is empty')).toBeTruthy()
  expect(screen.getByText(/stay here for 30 days/)).toBeTruthy()
})
