// The help: the list, a topic, and no topic of a plugin that the person has uninstalled (PLUGIN-1).
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useStoredSettings } from '#features/settings/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { HelpIndexPage } from './help-index-page.tsx'
import { HelpPage } from './help-page.tsx'

const FILES = join(import.meta.dirname, '../../../../server/static')

const settingOf = (id: string) => ({
  settingId: 63,
  name: `plugin.${id}` as const,
  value: 'false',
  validUntil: '9999-12-30T23:59:59.000Z',
  modified: '2026-01-05T08:00:00.000Z',
})

/** A server with the product's help, for somebody who uninstalled these plugins. */
function withoutPlugins(...ids: string[]) {
  const server = serverOf()
    .answer(contract.settings.list, { Settings: ids.map(settingOf) })
    .answer(contract.models.list, { Models: [] })
  for (const file of [
    'data/help-routes.json',
    'data/plugins.json',
    ...globSync('md/en/help/*.md', { cwd: FILES }),
  ])
    server.file(file, readFileSync(join(FILES, file), 'utf8'))
  return server
}

/** Loads the settings, as the shell does. */
function Settings() {
  useStoredSettings()
  return null
}

const linksTo = (topic: string) => [...document.querySelectorAll(`a[href^="/help/${topic}"]`)]

const open = (at: string, ...uninstalled: string[]) =>
  openPage(
    <>
      <Settings />
      {at === '/help' ? <HelpIndexPage /> : <HelpPage />}
    </>,
    { server: withoutPlugins(...uninstalled), at, path: at === '/help' ? 'help' : 'help/:topic' },
  )

test('with all plugins the list has their topics', async () => {
  await open('/help')
  expect(await screen.findByRole('link', { name: /^Theme builder/ })).toBeTruthy()
  for (const topic of ['translate', 'api']) expect(linksTo(topic)).not.toEqual([])
})

test('list and search leave out the topics of uninstalled plugins', async () => {
  const { user } = await open('/help', 'translate', 'api')
  expect(await screen.findByRole('link', { name: /^Theme builder/ })).toBeTruthy()
  expect(linksTo('translate')).toEqual([])
  expect(linksTo('api')).toEqual([])
  await user.type(screen.getByRole('searchbox'), 'translate')
  const found = await screen.findByText(/topics? found$/)
  expect(found.textContent).toMatch(/^[1-9]\d* topics? found$/)
  expect(linksTo('translate')).toEqual([])
})

const options = { name: 'Prompt options' }

test('related topics name each other', async () => {
  await open('/help/models')
  const related = await screen.findByRole('navigation', { name: 'Related topics' })
  expect(await within(related).findByRole('link', options)).toBeTruthy()
})

test('related topics leave them out', async () => {
  await open('/help/models', 'prompt-options')
  const related = await screen.findByRole('navigation', { name: 'Related topics' })
  expect(await within(related).findByRole('link', { name: 'API' })).toBeTruthy()
  expect(within(related).queryByRole('link', options)).toBeNull()
})

test('the address of such a topic says so and leads to the plugin', async () => {
  await open('/help/translate', 'translate')
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain('The plugin Translate is not installed')
  const link = within(said).getByRole('link', { name: 'Show the plugin Translate' })
  expect(link.getAttribute('href')).toBe('/plugins/translate')
  expect(screen.queryByRole('article')).toBeNull()
})

test('the topic of the API keeps its text about programs, with the note in place of the viewer', async () => {
  await open('/help/api', 'api')
  expect(await screen.findByRole('article')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('The plugin API is not installed')
})

test('the list begins with the videos that the installation names, and their link moves the focus there', async () => {
  const config = { tutorialVideos: [{ title: 'The first chat', url: 'https://help.example.org/first-chat' }] }
  const server = withoutPlugins()
  await openPage(<HelpIndexPage />, { server, at: '/help#videos', path: 'help', config })
  const heading = await screen.findByRole('heading', { name: 'Tutorial videos' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const video = screen.getByRole('link', { name: /^The first chat/ })
  expect(video.getAttribute('href')).toBe('https://help.example.org/first-chat')
})

test('a search that finds nothing says so and can be cleared', async () => {
  const { user } = await open('/help')
  const field = await screen.findByRole('searchbox', { name: 'Search topics by title and text' })
  await screen.findByRole('link', { name: /^Theme builder/ })
  await user.type(field, 'qwertz')
  expect((await screen.findByRole('alert')).textContent).toContain('qwertz')
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(await screen.findByRole('link', { name: /^Theme builder/ })).toBeTruthy()
  expect(field).toHaveProperty('value', '')
})

test('a topic that does not exist is named so', async () => {
  await open('/help/nothing-of-the-kind')
  expect(await screen.findByText(/No such topic/)).toBeTruthy()
})
