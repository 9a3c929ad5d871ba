import type { CallData } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { BookmarkMenu } from './bookmark-menu.tsx'
import type { Bookmark } from './stored-bookmarks.ts'
import { bookmarksPageWith } from './page/page.tsx'

const { View } = bookmarksPageWith([
  {
    path: 'projects/:id',
    find: ({ api, id }) => api.call(contract.projects.get, { params: { id: id('id') } }),
  },
  {
    path: 'prompts/:id/*',
    find: ({ api, id }) => api.call(contract.prompts.get, { params: { id: id('id') } }),
  },
])
const PROJECT = { title: 'Tender', uri: '/projects/5' }
const PROMPT = { title: 'Letter', uri: '/prompts/7' }
const OUTSIDE = { title: 'Weather', uri: 'https://weather.example.org/today' }

/** A server that stores the bookmarks, and does not have the items that are `gone`. */
function storing(first: readonly Bookmark[], gone: readonly string[] = []) {
  let value = JSON.stringify(first)
  const setting = () => ({
    settingId: 33,
    name: 'bookmarks',
    value,
    validUntil: '9999-12-30T23:59:59.000Z',
    modified: '2026-01-05T08:00:00.000Z',
  })
  const server = serverOf()
    .answer(contract.settings.list, () => ({ Settings: [setting()] }))
    .answer(contract.settings.setByName, ({ body }) => {
      value = (body as { settingValue: string }).settingValue
      return { setting: setting() }
    })
  for (const call of [contract.projects.get, contract.prompts.get])
    server
      .refuse(call, { status: 500 })
      .refuse(call, { status: 404, errorCode: 'NOT_FOUND' }, ({ path }) => gone.includes(path))
  return {
    server,
    stored: () => JSON.parse(value) as Bookmark[],
    /** What another window stores. */
    store: (list: readonly Bookmark[]) => (value = JSON.stringify(list)),
  }
}

const titles = () =>
  within(screen.getByRole('list', { name: 'Your bookmarks' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

// The menu fades in, which this layer does not do: its entries are found by their text.
test('the star adds the page to what another window stored, and removes it again', async () => {
  // Mantine looks for something to focus before the entries are loaded, and prints the whole page.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { server, stored, store } = storing([])
  document.title = 'Tender · Polylogue'
  const { user } = await openPage(<BookmarkMenu />, { server, at: '/projects/5?tab=2' })
  await user.click(await screen.findByRole('button', { name: 'Bookmarks' }))
  store([PROMPT])
  await user.click(await screen.findByText('Bookmark this page'))
  await waitFor(() => expect(stored()).toEqual([PROMPT, { title: 'Tender', uri: '/projects/5?tab=2' }]))
  await user.click(await screen.findByRole('button', { name: 'Bookmarks; this page is one' }))
  await user.click(await screen.findByText('Remove this bookmark'))
  await waitFor(() => expect(stored()).toEqual([PROMPT]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(stored()).toHaveLength(2))
})

test('the star is filled when the bookmark is stored, and is busy until then', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { server } = storing([])
  const value = JSON.stringify([PROJECT])
  const validUntil = '9999-12-30T23:59:59.000Z'
  const setting = {
    settingId: 33,
    name: 'bookmarks',
    value,
    validUntil,
    modified: '2026-01-05T08:00:00.000Z',
  }
  const { promise, resolve } = Promise.withResolvers<{ setting: typeof setting }>()
  server.answer(contract.settings.setByName, () => promise)
  document.title = 'Tender · Polylogue'
  const { user } = await openPage(<BookmarkMenu />, { server, at: '/projects/5' })
  await user.click(await screen.findByRole('button', { name: 'Bookmarks' }))
  await user.click(await screen.findByText('Bookmark this page'))
  await waitFor(() => expect(server.sentTo(contract.settings.setByName)).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Bookmarks' }).getAttribute('aria-busy')).toBe('true')
  resolve({ setting })
  const stored = await screen.findByRole('button', { name: 'Bookmarks; this page is one' })
  expect(stored.getAttribute('aria-busy')).toBe('false')
})

test('a bookmark to something that is gone says so; one that cannot be asked for does not', async () => {
  const { server } = storing([PROJECT, PROMPT, OUTSIDE], ['projects/5'])
  await openPage(<View />, { server })
  expect(await screen.findAllByText('This is deleted, or no longer shared with you.')).toHaveLength(1)
  const rows = within(screen.getByRole('list', { name: 'Your bookmarks' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.includes('deleted'))).toEqual([true, false, false])
})

test('a hundred bookmarks ask a few questions at a time, and once for each thing', async () => {
  const list = Array.from({ length: 100 }, (_, at) => ({ title: 'Chat', uri: `/projects/5#${at}` }))
  const prompts = Array.from({ length: 30 }, (_, at) => ({ title: 'Letter', uri: `/prompts/${at + 1}` }))
  const { server } = storing([...list, ...prompts])
  let [running, most, asked] = [0, 0, 0]
  server.answer(contract.prompts.get, async () => {
    asked++
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve))
    running--
    return { Prompt: {} as CallData<typeof contract.prompts.get>['Prompt'] }
  })
  await openPage(<View />, { server })
  await waitFor(() => expect(asked).toBe(30))
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
  await waitFor(() => expect(server.requests.filter(({ path }) => path === 'projects/5')).toHaveLength(1))
})

test('the arrow buttons change the order, and removing can be undone', async () => {
  const { server, stored } = storing([PROJECT, PROMPT, OUTSIDE])
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: 'Move Letter up' }))
  expect(titles()).toEqual(['Letter', 'Tender', 'Weather'])
  expect(screen.getByText('Letter is now number 1 of 3.')).toBeTruthy()
  await waitFor(() => expect(stored()).toEqual([PROMPT, PROJECT, OUTSIDE]))
  const asked = () => server.requests.filter(({ path }) => path === 'prompts/7').length
  await waitFor(() => expect(asked()).toBe(1))
  await user.click(screen.getByRole('button', { name: 'Remove bookmark Tender' }))
  expect(titles()).toEqual(['Letter', 'Weather'])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(titles()).toEqual(['Letter', 'Tender', 'Weather'])
  await waitFor(() => expect(stored()).toHaveLength(3))
  expect(asked()).toBe(1)
})

test('an address that no browser opens as a page, or that is there already, is refused', async () => {
  const { server, stored } = storing([PROJECT])
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: 'Add a bookmark' }))
  const dialog = within(await openDialog('Add a bookmark'))
  const address = dialog.getByRole('textbox', { name: 'Address' })
  const add = dialog.getByRole('button', { name: 'Add' })
  await user.type(address, 'javascript:alert(1)')
  await user.click(add)
  expect(dialog.getByText(/^Enter a path that begins with/)).toBeTruthy()
  await user.clear(address)
  await user.type(address, '/projects/5')
  await user.click(add)
  expect(dialog.getByText('There is already a bookmark with this address: Tender.')).toBeTruthy()
  expect(stored()).toEqual([PROJECT])
  await user.type(address, '?tab=9')
  await user.click(add)
  await waitFor(() =>
    expect(stored()).toEqual([PROJECT, { title: '/projects/5?tab=9', uri: '/projects/5?tab=9' }]),
  )
})

test('a change that cannot be stored is taken back, with a notice', async () => {
  const { server } = storing([PROJECT, PROMPT])
  server.refuse(contract.settings.setByName, { status: 500 })
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: 'Move Letter up' }))
  expect(await screen.findByText('Setting not stored')).toBeTruthy()
  await waitFor(() => expect(titles()).toEqual(['Tender', 'Letter']))
})

test('moves that follow each other quickly all count', async () => {
  const { server, stored } = storing([PROJECT, PROMPT, OUTSIDE])
  const { user } = await openPage(<View />, { server })
  const down = await screen.findByRole('button', { name: 'Move Tender down' })
  await user.click(down)
  await user.click(screen.getByRole('button', { name: 'Move Tender down' }))
  expect(titles()).toEqual(['Letter', 'Weather', 'Tender'])
  await waitFor(() => expect(stored()).toEqual([PROMPT, OUTSIDE, PROJECT]))
  expect(titles()).toEqual(['Letter', 'Weather', 'Tender'])
})
