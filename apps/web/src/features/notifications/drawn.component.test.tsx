// Notifications as they are drawn: hostile names, the length of the bell's list, their switches, and those of the browser.
import type { Notification } from '@polylogue/contract'
import { contract, NOTIFICATION_KINDS } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { Suspense, useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useStoredSettings } from '#features/settings/index.ts'
import { useApi } from '#lib/api.ts'
import { useIdle } from '#lib/idle.ts'
import { lazyView } from '#lib/load-code.ts'
import { recall, remember } from '#lib/preferences.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { NotificationBell } from './bell.tsx'
import { notificationsPage } from './page/page.tsx'
import { PushPlace } from './push-place.tsx'

const { View } = notificationsPage
const SETTINGS = '/notifications?dialog=notification-settings'

const notificationOf = (id: number, facts: Notification['facts']): Notification => {
  const timestamp = Math.floor(Date.now() / 1000) - 60
  const told = { id, message: 'Something.', type: 'info', read: false, received: true, timestamp, uri: null }
  return {
    id,
    place: id,
    rootId: id,
    kind: 'shared',
    facts,
    count: 1,
    notificationAsJson: JSON.stringify(told),
  }
}

const listing = (list: readonly Notification[]) =>
  serverOf().answer(contract.notifications.list, () => ({ notifications: [...list], unread: list.length }))

const HOSTILE: readonly [string, string, string][] = [
  ['markup', '<img src=x onerror="alert(1)"><b>x</b>', '<img src=x onerror="alert(1)"><b>x</b>'],
  ['an override of the direction', '\u202Egnp.exe\u2066', 'gnp.exe'],
  ['ten thousand characters', 'x'.repeat(10_000), 'x'.repeat(500)],
  ['lines', 'one\ntwo\r\nthree', 'one\ntwo\r\nthree'],
]

/** Expects one drawn row with this name in its title and below it, and no markup of it. */
async function drawnOnce(name: string): Promise<void> {
  const title = await waitFor(() => {
    const found = document.querySelector('b')
    if (!found) throw new Error('No row is drawn.')
    return found
  })
  expect(title.textContent).toBe(`${name} shared a project`)
  const details = [...document.querySelectorAll('b + span')].map(({ textContent }) => textContent)
  expect(details).toEqual([name])
  expect(document.querySelectorAll('img, b b')).toHaveLength(0)
}

test.each(HOSTILE)('a name with %s is text on the page', async (_, name, drawn) => {
  await openPage(<View />, { server: listing([notificationOf(1, { actor: name, noun: 'project', name })]) })
  await drawnOnce(drawn)
})

test.each(HOSTILE)('a name with %s is text in the bell', async (_, name, drawn) => {
  const server = listing([notificationOf(1, { actor: name, noun: 'project', name })])
  const { user } = await openPage(<NotificationBell />, { server })
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }))
  await drawnOnce(drawn)
})

test('the bell lists the ten newest', async () => {
  const list = Array.from({ length: 12 }, (_, at) => notificationOf(12 - at, { name: `Heating ${12 - at}` }))
  const { user } = await openPage(<NotificationBell />, { server: listing(list) })
  await user.click(await screen.findByRole('button', { name: 'Notifications, 12 unread' }))
  await screen.findByText('Heating 12')
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  expect(screen.getByText('Heating 3')).toBeTruthy()
  expect(screen.queryByText('Heating 2')).toBeNull()
})

test('each kind can be turned off', async () => {
  let value = ''
  const setting = () => ({
    settingId: 55,
    name: 'notificationsOff',
    value,
    validUntil: '9999-12-30T23:59:59.000Z',
    modified: '2026-01-05T08:00:00.000Z',
  })
  const server = listing([])
    .answer(contract.settings.list, () => ({ Settings: [setting()] }))
    .answer(contract.settings.setByName, ({ body }) => {
      value = (body as { settingValue: string }).settingValue
      return { setting: setting() }
    })
  const { user } = await openPage(<View />, { server, at: SETTINGS })
  const dialog = within(await openDialog('What to be told about'))
  const kinds = dialog.getAllByRole('switch').slice(0, NOTIFICATION_KINDS.length)
  for (const [at, one] of kinds.entries()) {
    await user.click(one)
    await waitFor(() => expect(value.split(',').filter(Boolean)).toHaveLength(at + 1))
  }
  expect(value.split(',').toSorted()).toEqual([...NOTIFICATION_KINDS].toSorted())
})

/** A browser with notifications, and what a person answers when it asks. */
function browser(permission: NotificationPermission, answer = permission) {
  const made: string[] = []
  class Shown extends EventTarget {
    static permission = permission
    static requestPermission() {
      Shown.permission = answer
      return Promise.resolve(answer)
    }
    constructor(title: string) {
      super()
      made.push(title)
    }
  }
  vi.stubGlobal('Notification', Shown)
  return made
}

const NAME = /this browser/i

test.each([
  ['granted', true],
  ['denied', false],
] as const)('the switch of the browser asks for its permission: %s', async (answer, isOn) => {
  browser('default', answer)
  const { user } = await openPage(<View />, { server: listing([]), at: SETTINGS })
  const dialog = within(await openDialog('What to be told about'))
  const one = dialog.getAllByRole<HTMLInputElement>('switch').at(-1)
  expect(one?.checked).toBe(false)
  expect(recall('pushes')).toBeNull()
  if (one) await user.click(one)
  await waitFor(() => expect(one?.checked).toBe(isOn))
  expect(recall('pushes')).toBe(isOn ? 'true' : null)
  if (!isOn) expect(dialog.getByText(NAME, { selector: 'p' })).toBeTruthy()
})

test.each([false, true])(
  'the browser shows them only where somebody asked for it there: %s',
  async (isWanted) => {
    browser('granted')
    const server = listing([])
    await openPage(<Place isWanted={isWanted} />, { server })
    await screen.findByText('Loaded')
    const asked = () => server.sentTo(contract.notifications.list).length
    if (isWanted) await waitFor(() => expect(asked()).toBeGreaterThan(0))
    else expect(asked()).toBe(0)
  },
)

/** Says so once it was loaded and has asked something, as late as what would ask for them. */
const Probe = lazyView(async () => {
  await import('./push.tsx')
  return function Asking() {
    const api = useApi()
    const [isDone, setDone] = useState(false)
    useEffect(() => {
      void api.call(contract.users.get, { params: { id: 1 } }).then(() => setDone(true))
    }, [api])
    return isDone && <p>Loaded</p>
  }
})

/** `openPage` empties the storage before it renders. */
function Place({ isWanted }: { isWanted: boolean }) {
  remember('pushes', isWanted ? 'true' : null)
  const isIdle = useIdle()
  const isKnown = useStoredSettings().data !== undefined
  return (
    <>
      <PushPlace />
      {isIdle && isKnown && (
        <Suspense fallback={null}>
          <Probe />
        </Suspense>
      )}
    </>
  )
}

test('a name in Arabic leaves the words of the page in their order', async () => {
  const facts = { actor: 'ليلى', noun: 'project', name: 'عرض' }
  await openPage(<View />, { server: listing([notificationOf(1, facts)]) })
  const title = await screen.findByText('\u2068ليلى\u2069 shared a project')
  expect(title.getAttribute('dir')).toBeNull()
  expect(screen.getByText('\u2068عرض\u2069')).toBeTruthy()
})
