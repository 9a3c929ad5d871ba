import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { overviewPage } from './project-overview.tsx'

const { View } = overviewPage

test('projects that cannot be loaded are reported, and can be tried again', async () => {
  const server = serverOf()
    .refuse(contract.projects.list)
    .answer(contract.projects.archived, { projectIds: [] })
  const { user } = await openPage(<View />, { server, at: '/projects' })
  expect(await screen.findByText('Cannot load projects')).toBeTruthy()
  expect(screen.queryByText('You don’t have chats or projects yet')).toBeNull()
  server.refuse(contract.projects.list, { status: 404, errorCode: 'NONE_FOUND' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You don’t have chats or projects yet')).toBeTruthy()
  expect(screen.queryByText('Cannot load projects')).toBeNull()
})

test('somebody who has archived everything is led to the archive', async () => {
  const server = serverOf()
    .refuse(contract.projects.list, { status: 404, errorCode: 'NONE_FOUND' })
    .answer(contract.projects.archived, { projectIds: [4] })
  const { user, address } = await openPage(<View />, { server, at: '/projects' })
  expect(await screen.findByText('All your chats and projects are archived')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Show archived' }))
  expect(address()).toBe('/projects?kind=archived')
})
