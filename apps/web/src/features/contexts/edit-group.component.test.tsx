import type { Context } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { EditGroupDialog } from './edit-group-dialog.tsx'

const GROUP: Context = {
  id: 3,
  uuId: '',
  name: 'Netz',
  displayName: 'Netz',
  description: '',
  contextTypeId: 2,
  contextType: { id: 2, name: 'orgUnit', description: '' },
  ownerContextId: 11,
  assocContexts: [],
  can_read: true,
  can_write: true,
  is_admin: true,
  numMembers: 2,
  needsApproval: false,
  asksApproval: false,
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
}

test('a change that somebody else made to a group is shown, and used instead of overwritten', async () => {
  const modified = '2026-01-06T09:00:00.000Z'
  const stored = { ...GROUP, description: 'Strom und Gas', modified }
  const closed = vi.fn<() => void>()
  const server = serverOf()
    .refuse(contract.contexts.update, { status: 409, errorCode: 'CONFLICT' })
    .answer(contract.contexts.search, { Contexts: [stored] })
  const { user } = await openPage(
    <EditGroupDialog opened group={GROUP} onMembers={() => undefined} onClose={closed} />,
    { server },
  )
  const dialog = within(await openDialog())
  const rename = async () => {
    const name = await dialog.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Netze')
  }
  await rename()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Strom und Gas')
  await user.click(dialog.getByRole('button', { name: 'Use the saved version' }))
  expect(await dialog.findByDisplayValue('Strom und Gas')).toBeTruthy()
  expect(dialog.getByDisplayValue('Netz')).toBeTruthy()
  await rename()
  server.answer(contract.contexts.update, { context: { ...stored, name: 'Netze' } })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(server.sentTo(contract.contexts.update).at(-1)).toMatchObject({
    name: 'Netze',
    description: 'Strom und Gas',
    ifModified: modified,
  })
})
