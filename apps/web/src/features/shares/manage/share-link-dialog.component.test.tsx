import type { MadeShare, Project, Share, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf, type Server } from '#test/server.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

const MOMENT = '2026-11-24T09:00:00.000Z'

const linkOf = (id: number, some: Partial<Share> = {}): Share => ({
  id,
  tabId: 5,
  projectId: 4,
  name: 'Tender',
  created: MOMENT,
  expires: null,
  isExpired: false,
  opens: true,
  inBin: false,
  goesOn: false,
  sharedAt: MOMENT,
  names: false,
  reasoning: false,
  passages: false,
  files: [],
  audience: 'people',
  views: 0,
  lastOpened: null,
  ...some,
})

// Only what the dialog reads.
const project = {
  id: 4,
  name: 'Tender',
  type: 0,
  hasAdminAccess: true,
  assocContexts: [],
} as unknown as Project
const tab = { id: 5, name: 'Tender' } as Tab
const made: MadeShare = { ...linkOf(2), hash: 'abc', uri: '/share/chats/abc' }

function Dialog() {
  const [opened, setOpened] = useState(true)
  return (
    <ShareLinkDialog
      opened={opened}
      project={project}
      tabs={[tab]}
      tab={tab}
      onClose={() => setOpened(false)}
    />
  )
}

const serverWith = (...links: Share[]): Server =>
  serverOf()
    .answer(contract.tabs.list, { Projecttabs: [tab] })
    .answer(contract.shares.list, { Shares: links })

async function open(server: Server) {
  const page = await openPage(<Dialog />, { server })
  return { ...page, dialog: within(await openDialog()) }
}

test('without links, the dialog begins with the form, which shows as little as possible', async () => {
  const { dialog, user } = await open(serverWith())
  expect(await dialog.findByRole('radio', { name: /As it is now/ })).toHaveProperty('checked', true)
  for (const part of ['Names of people', 'Reasoning of models', 'Quoted passages of documents'])
    expect(dialog.getByRole('checkbox', { name: part })).toHaveProperty('checked', false)
  expect(dialog.getByRole('radio', { name: /Signed-in people/ })).toHaveProperty('checked', true)
  expect(dialog.getByRole('radio', { name: /Anybody with the link/ })).toHaveProperty('disabled', true)
  expect(dialog.getByLabelText('Ends')).toHaveProperty('value', '30')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what was chosen stays when saving fails, and is sent again', async () => {
  const server = serverWith().refuse(contract.shares.create, {
    status: 409,
    errorCode: 'TOO_MANY_SHARES',
    errorMessage: 'You have too many share links.',
  })
  const { dialog, user } = await open(server)
  await user.click(await dialog.findByRole('radio', { name: /Goes on with the chat/ }))
  await user.click(dialog.getByRole('checkbox', { name: 'Names of people' }))
  await user.selectOptions(dialog.getByLabelText('Ends'), '7')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText(/Your choices are kept\.$/)).toBeTruthy()
  expect(dialog.getByRole('radio', { name: /Goes on with the chat/ })).toHaveProperty('checked', true)
  expect(dialog.getByRole('checkbox', { name: 'Names of people' })).toHaveProperty('checked', true)
  expect(dialog.getByLabelText('Ends')).toHaveProperty('value', '7')
  server.answer(contract.shares.create, { share: made })
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect((await dialog.findByRole('status', { name: 'Link' })).textContent).toMatch(/\/share\/chats\/abc$/)
  const [first, second] = server.sentTo(contract.shares.create) as { names: boolean; goesOn: boolean }[]
  expect(second).toMatchObject({ tabId: 5, names: true, goesOn: true })
  expect(first).toMatchObject({ names: true, goesOn: true })
})

test('an address that cannot be copied stays to be selected', async () => {
  const { dialog, user } = await open(serverWith().answer(contract.shares.create, { share: made }))
  await user.click(await dialog.findByRole('button', { name: 'Create link' }))
  await dialog.findByRole('status', { name: 'Link' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
  // Not in this environment, so it cannot be spied on.
  Object.assign(document, { execCommand: () => false })
  onTestFinished(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(document, 'execCommand')
  })
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Could not copy. Select the link and copy it yourself.',
  )
  expect(dialog.getByRole('status', { name: 'Link' }).textContent).toMatch(/\/share\/chats\/abc$/)
})

test('a full list shows each link with what became of it, and all end after a question', async () => {
  let links = [
    linkOf(1, { views: 3, lastOpened: MOMENT, goesOn: true, sharedAt: null }),
    linkOf(2, { expires: MOMENT, isExpired: true, opens: false }),
    linkOf(3, { opens: false }),
    ...Array.from({ length: 60 }, (_, at) => linkOf(at + 10)),
  ]
  const server = serverWith()
    .answer(contract.shares.list, () => ({ Shares: links }))
    .answer(contract.shares.removeAll, () => {
      const ended = links.length
      links = []
      return { ended }
    })
  const { dialog, user } = await open(server)
  const rows = within(await dialog.findByRole('list', { name: 'Links of this chat' })).getAllByRole(
    'listitem',
  )
  expect(rows).toHaveLength(63)
  expect(rows[0]?.textContent).toMatch(/Goes on.*3 views.*Last opened/)
  expect(rows[1]?.textContent).toContain('Expired')
  expect(rows[2]?.textContent).toContain('Closed')
  await user.click(dialog.getByRole('button', { name: 'End all links' }))
  await user.click(await dialog.findByRole('button', { name: 'End all links' }))
  await waitFor(() => expect(server.sentTo(contract.shares.removeAll)).toHaveLength(1))
  // Without links there is no list to return to.
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Links of this chat' })).toBeNull())
})

test('a list that cannot be loaded is asked for again on request', async () => {
  const server = serverWith(linkOf(1)).refuse(contract.shares.list, {
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  })
  const { dialog, user } = await open(server)
  expect(await dialog.findByText('Could not load the links')).toBeTruthy()
  server.answer(contract.shares.list, { Shares: [linkOf(1)] })
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('list', { name: 'Links of this chat' })).toBeTruthy()
})
