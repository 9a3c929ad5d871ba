import type { Announcement, Banner } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { BannerPlace } from './banner-place.tsx'
import { Announcements } from './manage/announcements.tsx'

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()
const MADE: Announcement = {
  id: 7,
  title: 'Maintenance',
  text: 'On Sunday.',
  kind: 'warning',
  form: 'banner',
  group: null,
  author: 'Anna Alt',
  ends: TOMORROW,
  isOver: false,
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
}
const bannerOf = (id: number, title: string, ends = TOMORROW): Banner => ({
  id,
  title,
  text: '',
  kind: 'info',
  ends,
})

const listing = (...Announcements: Announcement[]) =>
  serverOf().answer(contract.announcements.list, { Announcements })
const open = (server = listing(MADE)) => openPage(<Announcements />, { server })

/** A server that shows banners, and keeps which were put away. */
function showing(...first: Banner[]) {
  let banners = first
  const server = serverOf()
    .answer(contract.notifications.list, () => ({ notifications: [], unread: 0, banners }))
    .answer(contract.announcements.putAway, ({ path }) => {
      banners = banners.filter(({ id }) => !path.endsWith(`/${id}/away`))
      return {}
    })
  return openPage(
    <>
      <h1 tabIndex={-1}>Page</h1>
      <BannerPlace />
    </>,
    { server },
  )
}

test('a list that fails to load says so and can be tried again', async () => {
  const server = serverOf().refuse(contract.announcements.list)
  const { user } = await open(server)
  expect(await screen.findByText('Could not load the announcements')).toBeTruthy()
  server.answer(contract.announcements.list, { Announcements: [MADE] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Maintenance')).toBeTruthy()
})

test('what is typed shows in the preview, and stays when it is wrong or saving fails (ANNOUNCE-5)', async () => {
  const { user, server } = await open(listing())
  server.refuse(contract.announcements.create)
  await user.click(await screen.findByRole('button', { name: 'New announcement' }))
  const dialog = within(await openDialog())
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  expect(await dialog.findByText('Enter a title.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Power cut')
  await user.type(dialog.getByRole('textbox', { name: 'Text (optional)' }), 'From eight.')
  await user.click(dialog.getByRole('radio', { name: 'Error' }))
  const preview = within(dialog.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText('Power cut')).toBeTruthy()
  expect(preview.getByText('From eight.')).toBeTruthy()
  expect(preview.getByRole('button', { name: 'Put away: Power cut' })).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Notification' }))
  expect(preview.queryByRole('button')).toBeNull()
  await user.click(dialog.getByRole('radio', { name: 'A group' }))
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  expect(await dialog.findByText('Choose a group.')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'Everybody' }))
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  expect(await dialog.findByText(/^The announcement was not saved\./)).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Power cut')
  let sent: unknown
  server.answer(contract.announcements.create, ({ body }) => {
    sent = body
    return { Announcement: MADE }
  })
  await user.click(dialog.getByRole('button', { name: 'Announce' }))
  expect(await screen.findByText('Announced')).toBeTruthy()
  expect(sent).toMatchObject({
    title: 'Power cut',
    text: 'From eight.',
    kind: 'error',
    form: 'notification',
    groupContextId: null,
  })
})

test('a change of the words keeps the end to the second', async () => {
  const { user, server } = await open()
  let sent: unknown
  server.answer(contract.announcements.update, ({ body }) => {
    sent = body
    return { Announcement: MADE }
  })
  await user.click(await screen.findByRole('button', { name: 'Edit: Maintenance' }))
  const dialog = within(await openDialog())
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), ', later')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Announcement changed')).toBeTruthy()
  expect(sent).toEqual({
    title: 'Maintenance, later',
    text: 'On Sunday.',
    kind: 'warning',
    ifModified: MADE.modified,
  })
})

test('an announcement that could not be ended says why and stays', async () => {
  const { user, server } = await open()
  server.refuse(contract.announcements.end)
  await user.click(await screen.findByRole('button', { name: 'End now: Maintenance' }))
  expect(await screen.findByText('The announcement could not be ended')).toBeTruthy()
  expect(screen.getByText('Maintenance')).toBeTruthy()
})

test('a banner that is put away goes, with the focus on the next one, then on the heading (ANNOUNCE-2)', async () => {
  const { user } = await showing(bannerOf(2, 'Second'), bannerOf(1, 'First'))
  await user.click(await screen.findByRole('button', { name: 'Put away: Second' }))
  await waitFor(() => expect(screen.queryByText('Second')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Put away: First' }))
  await user.click(screen.getByRole('button', { name: 'Put away: First' }))
  await waitFor(() => expect(screen.queryByText('First')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Page' }))
})

test('a banner goes when its time ends, without a reply of the server (ANNOUNCE-2)', async () => {
  await showing(bannerOf(1, 'Lasts'), bannerOf(2, 'Soon over', new Date(Date.now() + 1_500).toISOString()))
  expect(await screen.findByText('Lasts')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Soon over')).toBeNull(), { timeout: 5_000 })
  expect(screen.getByText('Lasts')).toBeTruthy()
})
