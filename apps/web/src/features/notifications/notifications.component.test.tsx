import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { translations } from '#lib/translations.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { NotificationBell } from './bell.tsx'
import { notificationsPage } from './page/page.tsx'
import { Push } from './push.tsx'
import { useIsNew } from './use-unread.ts'
import { keeping, notificationOf, type Stored } from './test/keeping.ts'

const { View } = notificationsPage

const Mark = ({ path }: { path: string }) => useIsNew(path) && 'new'

const bell = (name: string | RegExp) => screen.findByRole('button', { name })

test('the bell says how many are unread; its list marks one as read and leads to the thing', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { server, unread } = keeping([{ id: 3 }, { id: 2, read: true }, { id: 1 }])
  const { user, address } = await openPage(<NotificationBell />, { server })
  await user.click(await bell('Notifications, 2 unread'))
  expect(await screen.findByText('2 unread')).toBeTruthy()
  expect(screen.getAllByText('Anna Alt shared a project')).toHaveLength(2)
  expect(screen.getAllByText('2 min')).toHaveLength(2)
  await user.click(screen.getByText('Heating 3'))
  await waitFor(() => expect(unread()).toEqual([1]))
  expect(address()).toBe('/projects/3')
  await bell('Notifications, 1 unread')
})

test('all are marked as read at once', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { server, unread } = keeping([{ id: 2 }, { id: 1 }])
  const { user } = await openPage(<NotificationBell />, { server })
  await user.click(await bell('Notifications, 2 unread'))
  await user.click(await screen.findByText('Mark all as read'))
  await waitFor(() => expect(unread()).toEqual([]))
  expect(await screen.findByText('Nothing new')).toBeTruthy()
  await bell('Notifications')
})

test('a kind that the page does not know shows the sentence of the server, and facts what is known', async () => {
  const { server } = keeping([
    { id: 5, kind: 'fromTheFuture', facts: {}, uri: null },
    { id: 4, kind: 'accessEnded', facts: { actor: 'Anna Alt', noun: 'prompts' }, uri: null },
    { id: 3, kind: 'shared', facts: { noun: 'datasources', name: 'Files', access: 'write' } },
    { id: 2, kind: 'shared', count: 3 },
    {
      id: 6,
      kind: 'newDevice',
      facts: { device: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', address: '192.0.2.1' },
      uri: null,
    },
    {
      id: 1,
      kind: 'declined',
      facts: { actor: 'Ben', name: 'Letter', why: 'Too long' },
      uri: '//evil.example',
    },
  ])
  await openPage(<View />, { server })
  await screen.findByText('Something happened.')
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    expect.stringContaining('Something happened.'),
    expect.stringContaining('Anna Alt ended your accessPrompt'),
    expect.stringContaining('Something was shared with youFiles · you can edit'),
    expect.stringContaining('Anna Alt shared a projectHeating 2 · 3 times'),
    expect.stringContaining('Sign-in from a new deviceFirefox, Windows · 192.0.2.1'),
    expect.stringContaining('Ben declined your requestLetter · “Too long”'),
  ])
  expect(screen.getAllByRole('link')).toHaveLength(2)
})

test('a new kind of item is called by the words of its own texts', async () => {
  const { server } = keeping([
    { id: 2, facts: { actor: 'Anna Alt', noun: 'note', name: 'Minutes' } },
    { id: 1, kind: 'accessEnded', facts: { actor: 'Anna Alt', noun: 'notes' }, uri: null },
  ])
  function WithNotes() {
    translations.add('en', 'kinds', { notes: { item: 'Note', anItem: 'a note' } })
    return <View />
  }
  await openPage(<WithNotes />, { server })
  await screen.findByText('Minutes')
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Anna Alt shared a noteMinutes'),
    expect.stringContaining('Anna Alt ended your accessNote'),
  ])
})

test('what was shared is marked in its list until it is opened or that notification is read (NOTIFY-19)', async () => {
  const { server, unread } = keeping([
    { id: 12 },
    { id: 1 },
    { id: 2, kind: 'accessChanged', uri: '/projects/3' },
    // Beyond those that the bell knows.
    ...Array.from({ length: 40 }, (_, at) => ({ id: 100 + at })),
  ])
  const { user } = await openPage(
    <>
      <Link to="/projects/1">Open it</Link>
      <NotificationBell />
      {[12, 1, 139, 3, 11].map((id) => (
        <p key={id} aria-label={`item ${id}`}>
          <Mark path={`/projects/${id}`} />
        </p>
      ))}
    </>,
    { server, at: '/', path: '*' },
  )
  await bell('Notifications, 43 unread')
  const isNew = (id: number) => screen.getByLabelText(`item ${id}`).textContent !== ''
  await waitFor(() => expect([12, 1, 139, 3, 11].map(isNew)).toEqual([true, true, true, false, false]))
  await user.click(screen.getByRole('link', { name: 'Open it' }))
  await waitFor(() => expect(unread()).not.toContain(1))
  await waitFor(() => expect([12, 1].map(isNew)).toEqual([true, false]))
  await user.click(await bell('Notifications, 42 unread'))
  await user.click(await screen.findByText('Heating 12'))
  await waitFor(() => expect(unread()).not.toContain(12))
  await waitFor(() => expect([12, 1].map(isNew)).toEqual([false, false]))
})

test('the browser shows each new entry, and one again that others were merged into', async () => {
  const shown: string[] = []
  class Shown extends EventTarget {
    static readonly permission = 'granted'
    constructor(_: string, { tag = '' }: NotificationOptions = {}) {
      super()
      shown.push(tag)
    }
  }
  vi.stubGlobal('Notification', Shown)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  let list: Stored[] = [{ id: 1 }]
  const server = serverOf().answer(contract.notifications.list, () => ({
    notifications: list.map(notificationOf),
    unread: list.length,
  }))
  const Refetch = () => {
    const cache = useQueryClient()
    return (
      <button type="button" onClick={() => void cache.invalidateQueries()}>
        Again
      </button>
    )
  }
  const { user } = await openPage(
    <>
      <Push />
      <Refetch />
    </>,
    { server },
  )
  await waitFor(() => expect(server.sentTo(contract.notifications.list)).toHaveLength(1))
  list = [{ id: 2 }, { id: 1 }]
  await user.click(screen.getByRole('button', { name: 'Again' }))
  await waitFor(() => expect(shown).toEqual(['polylogue-2']))
  list = [{ id: 1, place: 3, count: 2 }, { id: 2 }]
  await user.click(screen.getByRole('button', { name: 'Again' }))
  await waitFor(() => expect(shown).toEqual(['polylogue-2', 'polylogue-1']))
})

test('a kind that is switched off is stored beside those of another window', async () => {
  const { server } = keeping([])
  let value = 'accessEnded'
  const setting = () => ({
    settingId: 55,
    name: 'notificationsOff',
    value,
    validUntil: '9999-12-30T23:59:59.000Z',
    modified: '2026-01-05T08:00:00.000Z',
  })
  server
    .answer(contract.settings.list, () => ({ Settings: [setting()] }))
    .answer(contract.settings.setByName, ({ body }) => {
      value = (body as { settingValue: string }).settingValue
      return { setting: setting() }
    })
  const { user } = await openPage(<View />, { server, at: '/notifications?dialog=notification-settings' })
  const dialog = within(await openDialog('What to be told about'))
  await user.click(dialog.getByRole('switch', { name: 'Something was shared with me' }))
  await waitFor(() => expect(value).toBe('accessEnded,shared'))
  await user.click(dialog.getByRole('switch', { name: 'My access ended' }))
  await waitFor(() => expect(value).toBe('shared'))
})

const MAIL = /mail/i

test('the daily e-mail is offered only with a mail server, off at first, to one’s own address (MAIL-1, MAIL-2)', async () => {
  const { server } = keeping([])
  let value: string | undefined
  const setting = (of: string) => ({
    settingId: 56,
    name: 'mailDigest',
    value: of,
    validUntil: '9999-12-30T23:59:59.000Z',
    modified: '2026-01-05T08:00:00.000Z',
  })
  server
    .answer(contract.settings.list, () => ({ Settings: value === undefined ? [] : [setting(value)] }))
    .answer(contract.settings.setByName, ({ body }) => {
      value = (body as { settingValue: string }).settingValue
      return { setting: setting(value) }
    })
  const at = '/notifications?dialog=notification-settings'
  const { user } = await openPage(<View />, { server, at, config: { digestHour: 7 } })
  const box = await openDialog('What to be told about')
  const dialog = within(box)
  const mail = await dialog.findByRole<HTMLInputElement>('switch', {
    name: 'Daily e-mail with what is unread',
  })
  await waitFor(() => expect(mail.disabled).toBe(false))
  expect(mail.checked).toBe(false)
  expect(box.textContent).toMatch(MAIL)
  expect(dialog.getByText(/07:00/).textContent).toContain('anna@example.org')
  await user.click(mail)
  await waitFor(() => expect(value).toBe('true'))
  await user.click(mail)
  await waitFor(() => expect(value).toBe('false'))
})

test('without a mail server nothing is said about e-mail (MAIL-1)', async () => {
  const { server } = keeping([])
  await openPage(<View />, { server, at: '/notifications?dialog=notification-settings' })
  const dialog = await openDialog('What to be told about')
  await within(dialog).findByRole('switch', { name: 'My access ended' })
  expect(dialog.textContent).not.toMatch(MAIL)
})
