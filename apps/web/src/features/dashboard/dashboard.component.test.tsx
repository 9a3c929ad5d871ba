import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { Dashboard } from './dashboard.tsx'

const TILE = {
  id: 'one',
  icon: 'help-circle',
  to: '/help',
  permission: '',
  plugin: '',
  title: { en: 'One' },
  text: {},
}

const serverWith = (enabled: boolean) =>
  serverOf()
    .refuse(contract.projects.list)
    .answer(contract.models.list, { Models: [] })
    .answer(contract.settings.list, { Settings: [] })
    .file('data/dashboard.json', JSON.stringify({ enabled, tiles: [TILE] }))
const tiles = { name: 'Tiles' }

test('a dashboard shows its tiles', async () => {
  const server = serverWith(true)
    .refuse(contract.firstSteps.get)
    .refuse(contract.ideas.list)
    .refuse(contract.users.list)
  await openPage(<Dashboard />, { server })
  expect(await screen.findByRole('region', tiles)).toBeTruthy()
})

test('a disabled dashboard shows the splash text instead', async () => {
  const server = serverWith(false).file('md/en/splash.md', 'Find anything. Read the [help](/help).')
  await openPage(<Dashboard />, { server })
  expect(await screen.findByText(/^Find anything\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'help' }).getAttribute('href')).toBe('/help')
  expect(screen.queryByRole('region', tiles)).toBeNull()
})
