// What the top bar and its two menus offer (PAGE-15, PLUGIN-2): each entry while it can be used, and not otherwise.
import { contract } from '@polylogue/contract/browser'
import type { Permission, Setting } from '@polylogue/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStoredSettings } from '#features/settings/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { Page } from '../pages/page.tsx'
import { TopBar } from './top-bar.tsx'

// A menu that hides itself has nothing to focus, and the focus trap prints the whole page.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

interface Offered {
  /** Names of plugins that are not installed. */
  readonly without?: readonly string[]
  readonly permissions?: readonly Permission[]
  readonly config?: unknown
}

const uninstalled = (plugin: string): Setting => ({
  settingId: 63,
  name: `plugin.${plugin}`,
  value: 'false',
  validUntil: '9999-12-30T23:59:59.000Z',
  modified: '2026-01-05T08:00:00.000Z',
})

/** Loads the settings, as the shell does. */
function Bar() {
  useStoredSettings()
  return (
    <TopBar heading="Dashboard">
      <h1>Dashboard</h1>
    </TopBar>
  )
}

async function open({ without = [], permissions, config }: Offered = {}) {
  const server = serverOf(permissions && userOf({ permissions: [...permissions] })).answer(
    contract.settings.list,
    { Settings: without.map(uninstalled) },
  )
  const { user } = await openPage(<Bar />, { server, ...(config === undefined ? {} : { config }) })
  await screen.findByRole('button', { name: 'Anna Alt, user menu' })
  const entries = async (name: RegExp) => {
    await user.click(await screen.findByRole('button', { name }))
    // Without a layout the menu hides itself: its button seems out of sight.
    const menu = await screen.findByRole('menu', { hidden: true })
    const items = await within(menu).findAllByRole('menuitem', { hidden: true })
    return items.map(({ textContent }) => textContent)
  }
  return {
    buttons: () => screen.getAllByRole('button').map((one) => one.getAttribute('aria-label')),
    entries,
  }
}

test('the bar has the bell, bookmarks, further actions, the mode and the user menu, in this order', async () => {
  const { buttons } = await open()
  expect(buttons()).toEqual(['Notifications', 'Bookmarks', 'More', 'Mode: Simple', 'Anna Alt, user menu'])
})

const PANEL = 'Open side panel'

test('every page has the button of the side panel, after “More” (PAGE-18)', async () => {
  const view = <Page title="Dashboard">{null}</Page>
  await openPage(view, { server: serverOf().answer(contract.settings.list, { Settings: [] }) })
  const found = await screen.findByRole('button', { name: PANEL })
  const names = screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))
  expect(names.slice(names.indexOf('More'), names.indexOf('More') + 3)).toEqual([
    'More',
    PANEL,
    'Mode: Simple',
  ])
  expect(found.getAttribute('aria-expanded')).toBe('false')
})

test('somebody who may use nothing of it has no such button', async () => {
  const server = serverOf(userOf({ permissions: ['can_use_chat'] }))
  await openPage(<Page title="Dashboard">{null}</Page>, {
    server: server.answer(contract.settings.list, { Settings: [] }),
  })
  await screen.findByRole('button', { name: 'Anna Alt, user menu' })
  expect(screen.queryByRole('button', { name: PANEL })).toBeNull()
})

test('the bell goes with its plugin', async () => {
  const { buttons } = await open({ without: ['real-time-notifications'] })
  await waitFor(() => expect(buttons()[0]).toBe('Bookmarks'))
})
const ADMINISTRATION = 'Administration'

test('the user menu has every entry of somebody with all permissions', async () => {
  const { entries } = await open()
  expect(await entries(/user menu$/)).toEqual([
    'Profile',
    'Chatbot assistant',
    'Recycle bin',
    ADMINISTRATION,
    'User management',
    'Translate',
    'Theme builder',
    'Look and feel',
    'Help',
    'Keyboard shortcuts',
    'What’s new',
    'API documentation',
    'About',
    'Sign out',
  ])
})

test.each<[string, Offered, string[]]>([
  ['Translate, without its plugin', { without: ['translate'] }, ['Translate']],
  ['the API documentation, without its plugin', { without: ['api'] }, ['API documentation']],
  ['the theme builder, without its plugin', { without: ['theme-builder'] }, ['Theme builder']],
  [
    'what needs permissions',
    { permissions: [] },
    ['Chatbot assistant', ADMINISTRATION, 'User management', 'Translate'],
  ],
])('the user menu leaves out %s', async (_, offered, gone) => {
  const { entries } = await open(offered)
  const found = await entries(/user menu$/)
  expect(found).toEqual(expect.arrayContaining(['Profile', 'Help', 'Sign out']))
  expect(found.filter((name) => gone.includes(name ?? ''))).toEqual([])
})

test('the user menu leads to the videos that the installation names', async () => {
  const videos = [{ title: 'First steps', url: 'https://videos.example.org/1' }]
  const { entries } = await open({ config: { tutorialVideos: videos } })
  const found = await entries(/user menu$/)
  expect(found.slice(found.indexOf('Help'), found.indexOf('Help') + 2)).toEqual(['Help', 'Tutorial videos'])
})

test('“More” has the start page, the administration, the tour, plugins and distraction-free mode', async () => {
  const { entries } = await open()
  expect((await entries(/^More$/)).slice(0, 5)).toEqual([
    'Set as start page',
    ADMINISTRATION,
    'Start the tour',
    'Plugins',
    'Distraction-free mode',
  ])
})

test('“More” leaves the administration out for who has none', async () => {
  const { entries } = await open({ permissions: ['can_use_chat'] })
  const found = await entries(/^More$/)
  expect(found).toContain('Plugins')
  expect(found).not.toContain(ADMINISTRATION)
})
