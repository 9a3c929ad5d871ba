import type { Context, Member } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { MembersDialog } from './members-dialog.tsx'

/** The context of Anna, who is signed in. */
const ANNAS = 11

const member = (id: number, displayName: string, isOwner: boolean): Member => ({
  context: {
    id,
    displayName,
    description: '',
    contextTypeId: 5,
    numMembers: 0,
    asksApproval: false,
    user: { id: id + 100, username: displayName, picture: null },
  },
  hasWriteAccess: isOwner,
  hasAdminAccess: isOwner,
  isOwner,
})

const GROUP: Context = {
  id: 3,
  uuId: '',
  name: 'Buyers',
  displayName: 'Buyers',
  description: '',
  contextTypeId: 3,
  contextType: { id: 3, name: 'team', description: '' },
  ownerContextId: 12,
  assocContexts: [],
  can_read: true,
  can_write: true,
  is_admin: false,
  numMembers: 2,
  needsApproval: false,
  asksApproval: false,
  created: '2026-01-05T08:00:00.000Z',
  modified: '2026-01-05T08:00:00.000Z',
}

/** Opens the members of a group of this owner, and removes Cleo, which is refused with this code. */
async function removed(owner: Member, errorCode: string): Promise<void> {
  const server = serverOf().answer(contract.contexts.members, {
    Members: [owner, member(13, 'Cleo Cole', false)],
  })
  server.refuse(contract.contexts.removeMember, { status: errorCode === 'UNEXPECTED' ? 500 : 403, errorCode })
  const { user } = await openPage(<MembersDialog opened group={GROUP} onClose={() => undefined} />, {
    server,
  })
  await user.click(await screen.findByRole('button', { name: /^Remove .*Cleo Cole/ }))
  await screen.findByRole('alert')
}

const links = () => screen.queryAllByRole('link', { name: /^Show / }).map(({ textContent }) => textContent)

test('who may not change the members is led to the owner of the group', async () => {
  await removed(member(12, 'Ben Berg', true), 'PERMISSION_DENIED')
  expect(links()).toEqual(['Show Ben Berg'])
})

test.each([
  ['a fault of the server', member(12, 'Ben Berg', true), 'UNEXPECTED'],
  ['a refusal of the owner', member(ANNAS, 'Anna Alt', true), 'PERMISSION_DENIED'],
])('%s leads to nobody', async (_, owner, errorCode) => {
  await removed(owner, errorCode)
  expect(links()).toEqual([])
})
