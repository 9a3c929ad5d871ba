import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { Dashboard } from './dashboard.tsx'

test('a disabled dashboard shows the splash text instead', async () => {
  const server = serverOf()
    // Prepared while the file loads.
    .refuse(contract.projects.list)
    .answer(contract.models.list, { Models: [] })
    .file('data/dashboard.json', '{"enabled":false,"tiles":[]}')
    .file('md/en/splash.md', 'Find anything. Read the [help](/help).')
  await openPage(<Dashboard />, { server })
  expect(await screen.findByText(/^Find anything\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'help' }).getAttribute('href')).toBe('/help')
  expect(screen.queryByRole('region', { name: 'Tiles' })).toBeNull()
})
