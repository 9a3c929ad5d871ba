import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { NEW_CHAT } from '#lib/new-chat.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { Continue } from './continue.tsx'

test('“New chat” of the dashboard leads to a new chat, also while there are no projects', async () => {
  const server = serverOf()
    .answer(contract.models.list, { Models: [] })
    .refuse(contract.projects.list, { status: 404, errorCode: 'NONE_FOUND' })
  const { user, address } = await openPage(<Continue />, { server, path: '/' })
  const section = within(await screen.findByRole('region', { name: 'Continue' }))
  expect(await section.findByText('No chats or projects yet')).toBeTruthy()
  await user.click(section.getByRole('link', { name: 'New chat' }))
  await waitFor(() => expect(address()).toBe(NEW_CHAT))
})
