import type { AssocContext, Member, Reader } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useState, type ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DeleteItem, type ItemNoun } from '#features/items/index.ts'
import { useTranslation } from '#lib/texts.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { lazyTexts } from '#texts/en-lazy.ts'
import type { SharedItem } from './holders.ts'
import { ItemSharing } from './item-sharing.tsx'

const NOUNS = ['projects', 'prompts', 'datasources', 'custinsts', 'goldensets'] as const
const NOT_LEFT = {
  projects: 'Cannot leave project',
  prompts: 'Could not leave the prompt',
  datasources: 'Could not leave the data source',
  custinsts: 'Could not leave the custom instruction',
  goldensets: 'Could not leave the golden set',
}

const access = (contextId: number, level: 'read' | 'admin' = 'read'): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: level === 'admin',
  hasAdminAccess: level === 'admin',
})

/** Shared with Anna, context 11, by Bert. */
const item = (...assocContexts: AssocContext[]): SharedItem => ({
  id: 3,
  name: 'Offer',
  description: 'For customers',
  context: { id: 30, ownerContextId: 12 },
  ownerId: 2,
  assocContexts,
  modified: '2026-01-05T08:00:00.000Z',
})

const holder = (id: number, displayName: string, contextTypeId: number): Member => ({
  context: {
    id,
    displayName,
    description: '',
    contextTypeId,
    numMembers: 4,
    asksApproval: false,
    ...(contextTypeId === 5 ? { user: { id: id + 100, username: displayName, picture: null } } : {}),
  },
  hasWriteAccess: false,
  hasAdminAccess: false,
  isOwner: false,
})

const reader = (id: number, name: string, some: Partial<Reader>): Reader => ({
  context: holder(id, name, 5).context,
  hasWriteAccess: false,
  hasAdminAccess: false,
  isDirect: false,
  groups: [],
  ...some,
})

function Dialog({ noun, shared }: { noun: ItemNoun; shared: SharedItem }) {
  const [opened, setOpened] = useState(true)
  return (
    <ItemSharing
      noun={noun}
      item={shared}
      opened={opened}
      update={() => Promise.resolve()}
      stored={() => Promise.resolve(shared)}
      lists={['lists']}
      onClose={() => setOpened(false)}
    />
  )
}

const bert = userOf({ id: 2, firstName: 'Bert', lastName: 'Brandt', username: 'bert' })
const serverWith = (readers: readonly Reader[]) =>
  serverOf()
    .answer(contract.users.get, ({ path }) => ({ user: path === 'users/2' ? bert : userOf() }))
    .answer(contract.contexts.readers, { Readers: [...readers] })

/** Opens the dialog as somebody who may only read the item, and confirms that they leave it. */
async function leave(noun: ItemNoun, server: ReturnType<typeof serverWith>): Promise<void> {
  const { user } = await openPage(<Dialog noun={noun} shared={item(access(11))} />, { server })
  const dialog = within(await openDialog())
  expect(await dialog.findByText('For customers')).toBeTruthy()
  expect(await dialog.findByText('Bert Brandt')).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: /^Leave/ }))
  await user.click(await dialog.findByRole('button', { name: /^Leave/ }))
}

test.each(NOUNS)('somebody who reads %s sees whose it is, and leaves', async (noun) => {
  const server = serverWith([reader(11, 'Anna', { isDirect: true })]).answer(
    contract.contexts.removeMember,
    {},
  )
  await leave(noun, server)
  expect(await screen.findByText('You have left “Offer”.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE contexts/30/11')
})

test.each(NOUNS)('the dialog of %s closes when leaving fails, and a notice says why', async (noun) => {
  const server = serverWith([]).refuse(contract.contexts.removeMember, {
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  })
  await leave(noun, server)
  expect(await screen.findByText(NOT_LEFT[noun])).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a reader learns through which groups an item comes', async () => {
  const groups = [
    { id: 5, displayName: 'Service' },
    { id: 6, displayName: 'Works' },
  ]
  const server = serverWith([reader(11, 'Anna', { groups })])
  await openPage(<Dialog noun="prompts" shared={item(access(11))} />, { server })
  expect(await screen.findByText('Through Service, Works.')).toBeTruthy()
})

test('people and groups are listed apart, and who comes through which groups on request', async () => {
  const groups = [{ id: 5, displayName: 'Service' }]
  const shared = item(access(11, 'admin'), access(13), access(5, 'admin'))
  const server = serverWith([
    reader(13, 'Cleo', { groups, isDirect: true, hasWriteAccess: true, hasAdminAccess: true }),
    reader(14, 'Dora', { groups, hasWriteAccess: true }),
  ])
    .answer(contract.contexts.members, { Members: [holder(5, 'Service', 3), holder(13, 'Cleo', 5)] })
    .answer(contract.publications.ofItem, { item: { name: 'Offer' }, Publications: [] })
  const { user } = await openPage(<Dialog noun="datasources" shared={shared} />, { server })
  const direct = await screen.findByRole('list', { name: 'Shared directly' })
  expect(
    within(direct)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([expect.stringMatching(/^Cleo.*Can read$/)])
  const through = screen.getByRole('list', { name: 'Shared through groups' })
  expect(through.textContent).toMatch(/^Service.*Can manage$/)
  await user.click(screen.getByRole('button', { name: 'Show people of these groups' }))
  const people = await screen.findByRole('list', { name: 'People with access through groups' })
  expect(
    within(people)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/Cleo.*directly and through Service.*Can manage/),
    expect.stringMatching(/Dora.*through Service.*Can edit/),
  ])
  const [asked] = server.requests.filter(({ path }) => path === 'contexts/30/readers')
  expect(asked?.query.get('throughGroups')).toBe('true')
})

/** Shows a dialog again, beneath a component that has loaded the texts of a noun. */
function Again({ loaded, dialog }: { loaded: 'prompts' | 'ui'; dialog: () => ReactNode }) {
  useTranslation(loaded)
  const [count, setCount] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`Again ${count}`}
      </button>
      {dialog()}
    </>
  )
}

const shared = item(access(11))
const deletion = {
  noun: 'prompts' as const,
  item: shared,
  question: 'Delete it?',
  opened: false,
  remove: { mutate: () => undefined, reset: () => undefined, isPending: false, error: null },
  onClose: () => undefined,
}
test.each([
  ['deleting', 'prompts', () => <DeleteItem {...deletion} />],
  ['sharing', 'ui', () => <Dialog noun="prompts" shared={shared} />],
] as const)(
  'React finds the hooks of %s in order, while texts load one after the other',
  async (_, loaded, dialog) => {
    // From now on they come at once: React goes on with a component that waits for them, instead of beginning it anew.
    for (const name of ['bin', 'prompts', 'sharing']) await lazyTexts[`./en/${name}.json`]?.()
    const said = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const server = serverWith([reader(11, 'Anna', { isDirect: true })])
    await openPage(<Again loaded={loaded} dialog={dialog} />, { server })
    const again = await screen.findByText('Again 0')
    again.click()
    await screen.findByText('Again 1')
    expect(said).not.toHaveBeenCalled()
  },
)
