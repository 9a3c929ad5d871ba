import type { ShippedPlugin as Shipped } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { SILENCE_MS } from '#features/plugins/frame/use-host.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { PluginPage } from './plugin-page.tsx'

const COUNTING: Shipped = {
  id: 'counting',
  apiId: 101,
  apiName: 'counting',
  name: 'Counting',
  type: 'custom',
  description: 'Counts.',
  longDescription: 'Counts words.',
  icon: 'schema',
  page: 'about:blank',
  scopes: ['read-chats', 'ask-in-new-chats'],
  translations: { de: { name: 'Zählen' } },
  consent: null,
}
const given = { scopes: [...COUNTING.scopes], given: '2026-01-05T08:00:00.000Z', isCurrent: true }

/** A server with one plugin, which keeps what is allowed. */
function shipping(plugin: Partial<Shipped> = {}) {
  let { consent } = { consent: null, ...plugin } as Pick<Shipped, 'consent'>
  return serverOf()
    .file('data/plugins.json', '{"plugins":[]}')
    .answer(contract.plugins.list, () => ({ plugins: [{ ...COUNTING, ...plugin, consent }] }))
    .answer(contract.plugins.allow, () => ({ consent: (consent = given) }))
    .answer(contract.plugins.revoke, () => {
      consent = null
      return {}
    })
}

const open = (plugin?: Partial<Shipped>, server = shipping(plugin)) =>
  openPage(<PluginPage />, { server, at: '/plugins/counting', path: 'plugins/:id' })

/** Loads the settings, as the shell does. */
function Settings() {
  useStoredSettings()
  return null
}

// The DOM of the tests has no Trusted Types, without which no frame opens.
beforeEach(() => void vi.stubGlobal('trustedTypes', {}))
afterEach(() => void vi.unstubAllGlobals())

// The DOM loads no frames and says so: what they do is tested in a browser (e2e/plugin-frames.test.ts).
const frame = () => document.querySelector('iframe')

test('nothing is loaded before the person has seen what the plugin may do and allowed it (PLUGIN-6)', async () => {
  const { user, server } = await open()
  const consent = await screen.findByRole('region', { name: 'What Counting may do' })
  expect(within(consent).getAllByRole('listitem')).toHaveLength(2)
  expect(within(consent).getByText('Read your chats.')).toBeTruthy()
  expect(frame()).toBeNull()
  await user.click(within(consent).getByRole('button', { name: 'Allow' }))
  await waitFor(() => expect(frame()?.title).toBe('Counting'))
  expect(server.sentTo(contract.plugins.allow)).toEqual([{ scopes: COUNTING.scopes }])
  expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
})

test('“Not now” leads back and allows nothing', async () => {
  const { user, server, address } = await open()
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(address()).toBe('/plugins')
  expect(server.sentTo(contract.plugins.allow)).toEqual([])
})

test('one that asks for something else asks again, and says so', async () => {
  await open({ consent: { ...given, isCurrent: false } })
  expect(await screen.findByText(/^Counting asks for something else than what you allowed/)).toBeTruthy()
  expect(frame()).toBeNull()
})

test('a refusal is shown, and the question stays (CONFLICT)', async () => {
  const server = shipping().refuse(contract.plugins.allow, { status: 409, errorCode: 'CONFLICT' })
  const { user } = await open({}, server)
  await user.click(await screen.findByRole('button', { name: 'Allow' }))
  expect(await screen.findByText(/^Somebody else changed this/)).toBeTruthy()
  expect(frame()).toBeNull()
})

test('what is allowed is listed with its date, and taken back at once', async () => {
  const { user } = await open({ consent: given })
  const list = await screen.findByRole('region', { name: 'What you allowed Counting' })
  expect(within(list).getByText(/^Allowed on 5 January 2026/)).toBeTruthy()
  await user.click(within(list).getByRole('button', { name: 'Take back' }))
  expect(await screen.findByRole('region', { name: 'What Counting may do' })).toBeTruthy()
  expect(frame()).toBeNull()
})

test('one that wants nothing opens without a question', async () => {
  await open({ scopes: [] })
  await waitFor(() => expect(frame()).not.toBeNull())
})

test('what is not installed shows its description and switch only', async () => {
  const server = shipping({ consent: given }).answer(contract.settings.list, {
    Settings: [
      {
        settingId: 1_101,
        name: 'plugin.counting',
        value: 'false',
        validUntil: '9999-12-30T23:59:59.000Z',
        modified: given.given,
      },
    ],
  })
  await openPage(
    <>
      <Settings />
      <PluginPage />
    </>,
    { server, at: '/plugins/counting', path: 'plugins/:id' },
  )
  expect((await screen.findByRole('switch')).getAttribute('aria-checked')).toBe('false')
  expect(frame()).toBeNull()
})

test('a browser without Trusted Types loads no frame, and is told why (PLUGIN-5)', async () => {
  vi.unstubAllGlobals()
  await open({ consent: given })
  expect(await screen.findByText(/^Counting does not open in this browser/)).toBeTruthy()
  expect(frame()).toBeNull()
})

test('a frame that says nothing for ten seconds can be loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const { user } = await open({ consent: given })
    await waitFor(() => expect(frame()).not.toBeNull())
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    expect(await screen.findByText('Counting does not respond.')).toBeTruthy()
    expect(frame()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(frame()).not.toBeNull())
  } finally {
    vi.useRealTimers()
  }
})
