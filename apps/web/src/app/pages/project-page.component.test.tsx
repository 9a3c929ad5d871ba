import type { Project } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ProjectPage } from './project-page.tsx'

const BIDS: Project = {
  id: 5,
  uuId: '00000000-0000-4000-8000-000000000005',
  name: 'Bids',
  description: '',
  type: 0,
  ownerId: 1,
  defaultModelId: 1,
  defaultModelTagId: 1,
  defaultDatasourceId: 0,
  amountOfChunks: 3,
  custInstWhoId: 0,
  custInstRespondId: 0,
  hasAdminAccess: true,
  assocContexts: [],
  attributes: [],
  context: { id: 50, ownerContextId: 11 },
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
}

test('an error with a code that the page does not know is shown as the server says it', async () => {
  const server = serverOf().answer(contract.projects.get, { project: BIDS }).refuse(contract.tabs.list, {
    status: 400,
    errorCode: 'OF_A_LATER_VERSION',
    errorMessage: 'Strange weather at the server.',
  })
  const { user } = await openPage(<ProjectPage />, { server, at: '/projects/5', path: 'projects/:id' })
  expect(await screen.findByText('Strange weather at the server.')).toBeTruthy()
  server.refuse(contract.tabs.list, { status: 404, errorCode: 'NONE_FOUND' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No tabs yet')).toBeTruthy()
  expect(screen.queryByText('Strange weather at the server.')).toBeNull()
})
