import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { NotInstalled } from './not-installed.tsx'
import { PluginList } from './plugin-list.tsx'
import { PluginsDialog } from './plugins-dialog.tsx'
import { useInstalled } from './use-installed.ts'

const FILE = readFileSync(join(import.meta.dirname, '../../../../server/static/data/plugins.json'), 'utf8')

interface Change {
  settingName: string
  settingValue: string
}

const settingOf = (name: string, value: string) => ({
  settingId: 63,
  name,
  value,
  validUntil: '9999-12-30T23:59:59.000Z',
  modified: '2026-01-05T08:00:00.000Z',
})

/** A server that answers a change with `reply`, by default with what was sent. */
const storing = (reply: (value: string) => string = (value) => value) =>
  serverOf()
    .file('data/plugins.json', FILE)
    .answer(contract.plugins.list, { plugins: [] })
    .answer(contract.settings.list, { Settings: [settingOf('plugin.api', 'false')] })
    .answer(contract.settings.setByName, ({ body }) => {
      const { settingName, settingValue } = body as Change
      return { setting: settingOf(settingName, reply(settingValue)) }
    })

/** Loads the settings, as the shell does. */
function Settings() {
  useStoredSettings()
  return null
}

const Listed = () => (
  <>
    <Settings />
    <PluginList heading="h2" />
  </>
)

const Translate = () => <p>{useInstalled('translate') ? 'can translate' : 'cannot translate'}</p>

const toggle = (name: string) => screen.findByRole('switch', { name: `Installed: ${name}` })

test('uninstalling the translation hides it and forgets its languages', async () => {
  const printed = vi.spyOn(console, 'error')
  onTestFinished(() => printed.mockRestore())
  const server = storing()
  const { user } = await openPage(
    <>
      <Translate />
      <Listed />
    </>,
    { server },
  )
  expect((await toggle('API')).getAttribute('aria-checked')).toBe('false')
  await user.click(await toggle('Translate'))
  expect(await screen.findByText('The plugin Translate is uninstalled')).toBeTruthy()
  expect(screen.getByText('cannot translate')).toBeTruthy()
  expect(server.sentTo(contract.settings.setByName)).toEqual([
    { settingName: 'translateDefaults', settingValue: '' },
    { settingName: 'plugin.translate', settingValue: 'false' },
  ])
  expect(printed).not.toHaveBeenCalled()
})

test('the notice follows the reply, not what was asked for', async () => {
  const { user } = await openPage(<Listed />, { server: storing(() => 'true') })
  await user.click(await toggle('Translate'))
  expect(await screen.findByText('The plugin Translate is installed')).toBeTruthy()
  expect((await toggle('Translate')).getAttribute('aria-checked')).toBe('true')
})

test('a plugin that could not be uninstalled stays, with the reason', async () => {
  const server = storing().refuse(contract.settings.setByName)
  const { user } = await openPage(<Listed />, { server })
  await user.click(await toggle('Share'))
  expect(await screen.findByText('The plugin Share could not be uninstalled')).toBeTruthy()
  await waitFor(async () => expect((await toggle('Share')).getAttribute('aria-checked')).toBe('true'))
})

test('the list in a dialog scrolls within three quarters of the window', async () => {
  await openPage(
    <>
      <Settings />
      <PluginsDialog opened onClose={() => undefined} />
    </>,
    { server: storing() },
  )
  const dialog = await openDialog('Plugins')
  expect((await within(dialog).findAllByRole('switch')).length).toBeGreaterThan(10)
  expect(dialog.style.getPropertyValue('--dialog-form')).toBe('75dvh')
})

test('a filter without a result says so', async () => {
  const { user } = await openPage(<Listed />, { server: storing() })
  const filter = await screen.findByRole('searchbox', { name: 'Search plugins' })
  await user.type(filter, 'THEME')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await user.type(filter, 'x')
  expect(screen.getByText('No plugin is called “THEMEx”.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(10)
})

test('the place of an uninstalled feature offers to install it', async () => {
  const server = storing()
  const { user } = await openPage(<NotInstalled id="api" />, { server })
  expect(await screen.findByText('The plugin API is not installed')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Install API' }))
  await waitFor(() =>
    expect(server.sentTo(contract.settings.setByName)).toEqual([
      { settingName: 'plugin.api', settingValue: 'true' },
    ]),
  )
})

test('without the file of plugins an uninstalled feature can still be installed', async () => {
  const server = storing().file('data/plugins.json', 404)
  const { user } = await openPage(<NotInstalled id="api" />, { server })
  await user.click(await screen.findByRole('button', { name: 'Install api' }))
  expect(await screen.findByText('The plugin api is installed')).toBeTruthy()
})

test('a list without its file says so and can be tried again', async () => {
  const server = storing().file('data/plugins.json', 404)
  const { user } = await openPage(<Listed />, { server })
  expect(await screen.findByText('Could not load the plugins')).toBeTruthy()
  server.file('data/plugins.json', FILE)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await toggle('Translate')).toBeTruthy()
})

test('the button of a plugin opens its page, or is not there, where the file says so', async () => {
  const plugins = [
    { id: 'translate', name: 'Translate', render: 'plugin-page' },
    { id: 'share', name: 'Share', render: 'none' },
    { id: 'api', name: 'API', render: 'toggle-install' },
  ]
  await openPage(<Listed />, { server: storing().file('data/plugins.json', JSON.stringify({ plugins })) })
  const page = await screen.findByRole('link', { name: 'Open Translate' })
  expect(page.getAttribute('href')).toBe('/plugins/translate')
  expect(screen.getAllByRole('switch').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Installed: API',
  ])
})
