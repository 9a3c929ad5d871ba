import type { Datasource, DatasourceSite } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { datasourceOf, mediaOf, siteOf } from '#test/datasources.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { useDatasource } from '../api.ts'
import { Documents } from './documents.tsx'

function View() {
  const { data } = useDatasource(9)
  return data && <Documents datasource={data} />
}

/** Opens the documents of a data source; `state` is what the server knows. */
async function open(media: Datasource['media'], sites: DatasourceSite[] = []) {
  const state = { media, sites }
  const server = serverOf()
    .answer(contract.datasources.get, () => ({ datasource: datasourceOf({ media: state.media }) }))
    .answer(contract.sites.list, () => ({ sites: state.sites }))
  const page = await openPage(<View />, { server })
  await screen.findByRole('table', { name: 'Documents' })
  const row = (name: string) => within(screen.getByText(name).closest('tr') ?? document.body)
  /** Opens the menu of a document or site and chooses an entry. */
  const choose = async (name: string, entry: string) => {
    await page.user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
    await page.user.click(await screen.findByRole('menuitem', { name: entry, hidden: true }))
  }
  return { ...page, state, row, choose }
}

const REASON = 'Cancelled before it was finished.'
const cancelled = (id: number, name: string) =>
  mediaOf(id, name, { status: 3, reason: 'cancelled', chunks: 0 })

test('indexing is cancelled for one document and for all, and started again', async () => {
  const indexing = (id: number, name: string) => mediaOf(id, name, { status: 1, chunks: 0 })
  const [prices, stock, cranes] = [1, 2, 3]
  const { user, server, state, row, choose } = await open([
    indexing(prices, 'prices.html'),
    indexing(stock, 'stock.html'),
    indexing(cranes, 'cranes.txt'),
  ])
  const again = () => screen.queryByRole('button', { name: /^Index failed documents again/ })
  server.answer(contract.media.cancel, () => {
    state.media = [...state.media.slice(0, 2), cancelled(cranes, 'cranes.txt')]
    return { media: cancelled(cranes, 'cranes.txt') } as never
  })
  expect(screen.getByRole('button', { name: 'Cancel indexing (3)' })).toBeTruthy()
  await choose('cranes.txt', 'Cancel indexing')
  expect(await row('cranes.txt').findByText(REASON)).toBeTruthy()
  // One has its menu.
  expect(again()).toBeNull()
  server.answer(contract.media.cancelAll, () => {
    state.media = [
      cancelled(prices, 'prices.html'),
      cancelled(stock, 'stock.html'),
      cancelled(cranes, 'cranes.txt'),
    ]
    return {} as never
  })
  await user.click(screen.getByRole('button', { name: 'Cancel indexing (2)' }))
  expect(await row('prices.html').findByText(REASON)).toBeTruthy()
  expect(row('stock.html').getByText('Failed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Cancel indexing/ })).toBeNull()
  server.answer(contract.media.index, () => {
    state.media = [...state.media.slice(0, 2), mediaOf(cranes, 'cranes.txt')]
    return { media: mediaOf(cranes, 'cranes.txt') } as never
  })
  await choose('cranes.txt', 'Index again')
  expect(await row('cranes.txt').findByText('Ready')).toBeTruthy()
  expect(row('cranes.txt').queryByText(REASON)).toBeNull()
  expect(again()?.textContent).toBe('Index failed documents again (2)')
  server.answer(contract.media.indexFailed, () => {
    state.media = [
      indexing(prices, 'prices.html'),
      indexing(stock, 'stock.html'),
      mediaOf(cranes, 'cranes.txt'),
    ]
    return {} as never
  })
  await user.click(screen.getByRole('button', { name: /^Index failed documents again/ }))
  expect(await screen.findByRole('button', { name: 'Cancel indexing (2)' })).toBeTruthy()
  expect(screen.queryByText(REASON)).toBeNull()
  expect(again()).toBeNull()
  const sent = server.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)
  expect(sent).toHaveLength(4)
  expect(sent[0]).toMatch(/\/3\//)
  expect(sent[2]).toMatch(/\/3\//)
})

const SITE = 'Site map nowhere.invalid/sitemap.xml'
const fetched = {
  url: 'https://nowhere.invalid/',
  refresh: 'daily',
  checked: '2026-01-02T08:00:00Z',
} as const
const pages = Array.from({ length: 200 }, (_, at) =>
  mediaOf(1_000 + at, `guide › page ${at}`, { ...fetched, siteId: 5, lastFailure: at === 7 ? 'gone' : null }),
)
const stale = mediaOf(8_000, 'Stale', { ...fetched, lastFailure: 'unreachable' })
const rows = () => screen.getAllByRole('row').length

test('the pages of a site are one row, which opens in steps; a filter shows them one by one', async () => {
  const { user } = await open([mediaOf(1, 'hours.txt'), ...pages, stale], [siteOf()])
  const group = await screen.findByRole('button', { name: SITE })
  expect(group.getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByText(/^200 pages · 1 gone · Checked/)).toBeTruthy()
  // The head, the site and two documents.
  expect(rows()).toBe(4)
  expect(
    screen.getByText(/^Could not be updated: Could not reach this address: .* Its text is from/),
  ).toBeTruthy()
  await user.click(group)
  expect(group.getAttribute('aria-expanded')).toBe('true')
  expect(rows()).toBe(55)
  expect(screen.getByText(/The page is not there any more\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show 50 more' }))
  expect(rows()).toBe(105)
  await user.click(group)
  expect(rows()).toBe(4)
  await user.type(screen.getByRole('searchbox', { name: 'Filter documents' }), 'page 19')
  // The head and the pages 19, 119 and 190 to 199.
  await waitFor(() => expect(rows()).toBe(13))
})

test('pages that are gone are removed after a confirmation', async () => {
  const { user, server, state } = await open(pages, [siteOf()])
  const remove = await screen.findByRole('button', { name: 'Remove 1 gone page' })
  await user.click(remove)
  let dialog = within(await openDialog())
  expect(dialog.getByText(/^Remove 1 page of “Site map .* not there any more\?/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(server.sentTo(contract.sites.removeGone)).toEqual([])
  server.answer(contract.sites.removeGone, () => {
    state.media = pages.filter(({ lastFailure }) => lastFailure !== 'gone')
    return {} as never
  })
  await user.click(remove)
  dialog = within(await openDialog())
  await user.click(dialog.getByRole('button', { name: 'Remove 1 gone page' }))
  expect(await screen.findByText(/^199 pages · Checked/)).toBeTruthy()
  expect(server.sentTo(contract.sites.removeGone)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a site is refreshed, and gets another limit and schedule, of which only changes are sent', async () => {
  const { user, server, state, choose } = await open([mediaOf(1, 'hours.txt')], [siteOf()])
  await screen.findByRole('button', { name: SITE })
  server.answer(contract.sites.refresh, { site: siteOf() } as never)
  await choose(SITE, 'Refresh now')
  await waitFor(() => expect(server.sentTo(contract.sites.refresh)).toHaveLength(1))
  await choose(SITE, 'Change limit and schedule')
  const dialog = within(await openDialog('Change limit and schedule'))
  const limit = dialog.getByLabelText<HTMLInputElement>('Pages at most')
  expect(limit.value).toBe('500')
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Fetch again' }).value).toBe('daily')
  for (const [typed, kept] of [
    ['0', '1'],
    ['900', '500'],
    ['20', '20'],
  ] as const) {
    fireEvent.input(limit, { target: { value: typed } })
    fireEvent.focusOut(limit)
    expect(limit.value).toBe(kept)
  }
  const changed = siteOf({ limit: 20 })
  server.answer(contract.sites.update, () => {
    state.sites = [changed]
    return { site: changed } as never
  })
  await user.type(limit, '{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(contract.sites.update)).toEqual([{ limit: 20 }])
  await choose(SITE, 'Change limit and schedule')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Fetch again' }), 'Weekly')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(contract.sites.update)).toHaveLength(2))
  expect(server.sentTo(contract.sites.update)[1]).toEqual({ refresh: 'weekly' })
})

test('a site that somebody else removes leaves the open dialog with what was typed', async () => {
  const { user, server, state, choose } = await open([mediaOf(1, 'hours.txt')], [siteOf()])
  await screen.findByRole('button', { name: SITE })
  await choose(SITE, 'Change limit and schedule')
  const dialog = within(await openDialog('Change limit and schedule'))
  const limit = dialog.getByLabelText<HTMLInputElement>('Pages at most')
  fireEvent.input(limit, { target: { value: '30' } })
  state.sites = []
  server.refuse(contract.sites.update, { status: 404, errorCode: 'NOT_FOUND' })
  await user.type(limit, '{Enter}')
  expect(await dialog.findByText(/^Could not change the site: /)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: SITE, hidden: true })).toBeNull())
  expect(limit.value).toBe('30')
})

test('a site is removed with its pages after a confirmation', async () => {
  const { user, server, state, choose } = await open([mediaOf(1, 'hours.txt')], [siteOf()])
  await screen.findByRole('button', { name: SITE })
  await choose(SITE, 'Remove with its pages')
  const dialog = within(await openDialog())
  server.answer(contract.sites.remove, () => {
    state.sites = []
    return {} as never
  })
  await user.click(dialog.getByRole('button', { name: 'Remove with its pages' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: SITE })).toBeNull())
  expect(screen.getByText('hours.txt')).toBeTruthy()
  expect(server.sentTo(contract.sites.remove)).toHaveLength(1)
})
