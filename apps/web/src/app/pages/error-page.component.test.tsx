import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ErrorPage } from './error-page.tsx'
import { PluginPage } from './plugin-page.tsx'

test('a status is explained with its name and a sentence, and leads back', async () => {
  await openPage(<ErrorPage />, { at: '/errors/403', path: 'errors/:status' })
  expect(await screen.findByRole('heading', { name: 'Error 403 · Unauthorized' })).toBeTruthy()
  expect(screen.getByText('Unauthorized')).toBeTruthy()
  // Keeps the typo of the catalogue on purpose.
  expect(screen.getByText(/^You don' have sufficient rights to view the requested content/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the main page' }).getAttribute('href')).toBe('/')
})

test('an unknown plugin is named in an alert', async () => {
  const server = serverOf()
    .file('data/plugins.json', '{"plugins":[]}')
    .answer(contract.plugins.list, { plugins: [] })
  await openPage(<PluginPage />, { server, at: '/plugins/nothing', path: 'plugins/:id' })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This plugin is not available')
  expect(alert.textContent).toContain('The requested plugin nothing does not exist')
})
