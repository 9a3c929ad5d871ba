import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { useStoredSettings } from '#features/settings/index.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { NotificationBell } from '../bell.tsx'
import { notificationsPage } from './page.tsx'
import { keeping } from '../test/keeping.ts'

const { View } = notificationsPage
const MARK_ALL = 'Mark all as read'
const MORE = 'Show more'

test('the page groups by day, folds a thread, and marks as unread again', async () => {
  const { server, unread } = keeping([
    { id: 4, rootId: 4 },
    { id: 3, rootId: 4, read: true },
    { id: 2, minutesAgo: 60 * 24 + 1, read: true },
  ])
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('radio', { name: 'All' }))
  const today = within(await screen.findByRole('region', { name: 'Today' }))
  expect(screen.getByRole('button', { name: MARK_ALL })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Yesterday' }).textContent).toContain('Heating 2')
  expect(today.queryByText('Heating 3')).toBeNull()
  await user.click(today.getByRole('button', { name: '1 earlier' }))
  expect(today.getByText('Heating 3')).toBeTruthy()
  await user.click(
    within(screen.getByRole('region', { name: 'Yesterday' })).getByRole('button', {
      name: /^Mark as unread/,
    }),
  )
  await waitFor(() => expect(unread()).toEqual([4, 2]))
})

test('older ones come page by page; delete all makes one call for each thread', async () => {
  const many = Array.from({ length: 130 }, (_, at) => ({ id: 130 - at, rootId: at < 3 ? 130 : 130 - at }))
  const { server, list } = keeping(many)
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: MORE }))
  expect(await screen.findByText('Heating 20')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete all' }))
  const dialog = within(await openDialog('Delete all notifications'))
  await user.click(dialog.getByRole('button', { name: 'Delete all' }))
  expect(await screen.findByText('All notifications are deleted')).toBeTruthy()
  expect(list()).toEqual([])
  expect(server.sentTo(contract.notifications.remove)).toHaveLength(128)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete all' })).toBeNull())
})

test('each filter asks for its own, and says what is empty', async () => {
  const { server } = keeping([{ id: 1, read: true }])
  const { user } = await openPage(<View />, { server })
  expect(await screen.findByText('Nothing new')).toBeTruthy()
  expect(screen.queryByRole('button', { name: MARK_ALL })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Read' }))
  expect(await screen.findByText('Heating 1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Delete: / }))
  expect(await screen.findByText('No read notifications')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'All' }))
  expect(await screen.findByText('No notifications')).toBeTruthy()
})

test('a list that cannot be loaded says so, and is asked for again', async () => {
  const broken = serverOf().refuse(contract.notifications.list, { status: 500, errorCode: 'UNEXPECTED' })
  broken.answer(contract.settings.list, { Settings: [] })
  const { user } = await openPage(<View />, { server: broken })
  expect(await screen.findByText('Could not load the notifications')).toBeTruthy()
  broken.answer(contract.notifications.list, { notifications: [], unread: 0 })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing new')).toBeTruthy()
})

test('the next page continues at the place of the last one, also when that moved up meanwhile', async () => {
  const many = Array.from({ length: 110 }, (_, at) => ({ id: at + 1, place: 1_000 - at }))
  const { server, asked } = keeping(many)
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: MORE }))
  expect(await screen.findByText('Heating 110')).toBeTruthy()
  expect(asked).toContain('931')
})

test('a week away with 60 entries is on one page, by day', async () => {
  const week = Array.from({ length: 60 }, (_, at) => ({ id: 60 - at, minutesAgo: 10 + at * 166 }))
  const { server, asked } = keeping(week)
  await openPage(<View />, { server })
  expect(await screen.findByText('Heating 1')).toBeTruthy()
  expect(screen.getAllByText(/^Heating/)).toHaveLength(60)
  expect(screen.getByRole('heading', { name: 'Yesterday' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: MORE })).toBeNull()
  expect(asked.filter((before) => before !== null)).toEqual([])
})

test('times are renewed every 60 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
  try {
    await openPage(<View />, { server: keeping([{ id: 1 }]).server })
    expect(await screen.findByText('2 min')).toBeTruthy()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await screen.findByText('3 min')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

test('a refused deletion keeps the entry and says so', async () => {
  const { server } = keeping([{ id: 1 }])
  server.refuse(contract.notifications.remove, { status: 503, errorCode: 'SERVER_BUSY' })
  const { user } = await openPage(<View />, { server })
  await user.click(await screen.findByRole('button', { name: /^Delete: / }))
  expect(await screen.findByText('The notification could not be changed')).toBeTruthy()
  expect(await screen.findByText('Heating 1')).toBeTruthy()
})

const Both = () => (
  <Suspense fallback={null}>
    {useStoredSettings().data && (
      <>
        <NotificationBell />
        <View />
      </>
    )}
  </Suspense>
)
const bell = { name: /^Notifications/ }

test('with its plugin there is the bell beside the page', async () => {
  await openPage(<Both />, { server: keeping([{ id: 1 }]).server })
  expect(await screen.findByRole('button', bell)).toBeTruthy()
  expect(await screen.findByText('Heating 1')).toBeTruthy()
})

test('without its plugin there is no bell, and the page offers to install it', async () => {
  const { server } = keeping([{ id: 1 }])
  server.answer(contract.settings.list, {
    Settings: [
      {
        settingId: 75,
        name: 'plugin.real-time-notifications',
        value: 'false',
        validUntil: '9999-12-30T23:59:59.000Z',
        modified: '2026-01-05T08:00:00.000Z',
      },
    ],
  })
  server.file('data/plugins.json', '{"plugins": []}')
  await openPage(<Both />, { server })
  await screen.findByText(/is not installed$/)
  expect(screen.queryByRole('button', bell)).toBeNull()
})
