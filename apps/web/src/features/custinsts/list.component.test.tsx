// The list of custom instructions, for a reader and beside an open tab.
import type { CustInst, Project, Tab } from '@polylogue/contract'
import { contract, CUSTINST_SCOPES } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useApi } from '#lib/api.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { tabsQuery } from '#features/tabs/index.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf, type Server } from '#test/server.ts'
import { userOf, USER_ID } from '#test/user.ts'
import { CustInstDialogs } from './dialogs.tsx'
import { CustInstsInUse } from './in-use.tsx'
import { CustInstList } from './list.tsx'

// A menu that hides itself has nothing to focus, and the focus trap prints the whole page.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

const SOME_TIME = '2026-01-05T08:00:00.000Z'
const access = (may: boolean) => [
  { contextId: 11, hasReadAccess: true, hasWriteAccess: may, hasAdminAccess: may },
]

const custInstOf = (some: Partial<CustInst> = {}): CustInst => ({
  id: 3,
  uuId: '00000000-0000-4000-8000-000000000003',
  name: 'Formal letters',
  description: '',
  content: 'Write like an owl.',
  scope: CUSTINST_SCOPES.respond,
  ownerId: USER_ID,
  assocContexts: access(true),
  context: { id: 30, ownerContextId: 11 },
  attributes: [],
  likes: 0,
  liked: false,
  usageCount: 0,
  state: 1,
  type: 1,
  waitsForApproval: false,
  created: SOME_TIME,
  modified: SOME_TIME,
  ...some,
})

// Only what the list reads.
const project = {
  id: 4,
  type: 0,
  custInstWhoId: 0,
  custInstRespondId: 0,
  assocContexts: access(true),
} as unknown as Project

const bert = userOf({ id: 2, firstName: 'Bert', lastName: 'Brandt', username: 'bert' })

/** A server with these instructions, and a tab that keeps the choice. */
function serverWith(...found: CustInst[]): Server {
  let choice = { custInstWhoId: 0, custInstRespondId: 0 }
  return serverOf()
    .answer(contract.users.get, ({ path }) => ({ user: path === 'users/2' ? bert : userOf() }))
    .answer(contract.custinsts.list, () => ({
      CustomInstructionsWho: found.filter(({ scope }) => scope === CUSTINST_SCOPES.who),
      CustomInstructionsRespond: found.filter(({ scope }) => scope === CUSTINST_SCOPES.respond),
    }))
    .answer(contract.tabs.list, () => ({
      Projecttabs: [{ id: 5, projectId: 4, name: 'Costs', ...choice } as Tab],
    }))
    .answer(contract.tabs.update, ({ body }) => {
      choice = { ...choice, ...(body as typeof choice) }
      return {} as never
    })
}

/** The list beside the tab as it is stored. */
function Beside() {
  const { data } = useQuery(tabsQuery(useApi(), 4))
  const tab = data?.[0]
  if (!tab) return null
  return (
    <>
      <CustInstsInUse tab={tab} onOpen={() => undefined} />
      <CustInstList openTab={{ project, tab }} level={2} />
    </>
  )
}

/** Loads the settings, as the shell does. */
function View() {
  useStoredSettings()
  return (
    <>
      <CustInstList level={2} />
      <CustInstDialogs />
    </>
  )
}

const use = () => screen.findByRole('button', { name: 'Use “Formal letters” in this tab' })

test('without instructions the list says so', async () => {
  await openPage(<View />, { server: serverWith() })
  expect(await screen.findByText('No custom instructions yet')).toBeTruthy()
})

test('a reader sees whose it is, can like it, and neither edit nor delete it', async () => {
  const server = serverWith(custInstOf({ ownerId: 2, assocContexts: access(false) })).answer(
    contract.custinsts.like,
    {} as never,
  )
  const { user } = await openPage(<View />, { server })
  expect(await screen.findByText('Shared by Bert Brandt')).toBeTruthy()
  server.answer(contract.custinsts.list, () => new Promise<never>(() => undefined))
  await user.click(screen.getByRole('button', { name: 'Like “Formal letters”, 0 likes' }))
  // At once, before the list is read again.
  const liked = await screen.findByRole('button', { name: 'Like “Formal letters”, 1 like' })
  expect(liked.getAttribute('aria-pressed')).toBe('true')
  expect(server.sentTo(contract.custinsts.like)).toEqual([{ liked: true }])
  await user.click(screen.getByRole('button', { name: 'Actions for “Formal letters”' }))
  // Without a layout the menu hides itself: its button seems out of sight.
  const entries = await screen.findAllByRole('menuitem', { hidden: true })
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Sharing info'])
})

test('an own instruction is offered to edit, share and delete', async () => {
  const { user } = await openPage(<View />, { server: serverWith(custInstOf()) })
  await user.click(await screen.findByRole('button', { name: 'Actions for “Formal letters”' }))
  const entries = () => screen.getAllByRole('menuitem', { hidden: true })
  await waitFor(() =>
    expect(entries().map(({ textContent }) => textContent)).toEqual([
      'Edit instruction',
      'Share',
      'Delete instruction',
    ]),
  )
})

test('the question before deleting says how many tabs use it', async () => {
  const server = serverWith(custInstOf({ usageCount: 1 }))
  await openPage(<View />, { server, at: '/?dialog=delete-custinst&custinst=3' })
  expect(within(await openDialog()).getByText(/^Delete “Formal letters”\? 1 tab uses it/)).toBeTruthy()
})

test('an instruction is used in the open tab and stopped at once; a refusal takes it back', async () => {
  const server = serverWith(custInstOf())
  const { user } = await openPage(<Beside />, { server })
  expect((await use()).getAttribute('aria-pressed')).toBe('false')
  await user.click(await use())
  expect(
    await screen.findByRole('button', { name: /^Custom instructions of this tab: Formal letters$/ }),
  ).toBeTruthy()
  const group = screen.getByRole('region', { name: 'How the model should answer' })
  expect(within(group).getByText('This tab')).toBeTruthy()
  expect(server.sentTo(contract.tabs.update)).toEqual([{ custInstRespondId: 3 }])
  server.refuse(contract.tabs.update)
  await user.click(await use())
  expect(await screen.findByText('Could not change the instructions of this tab')).toBeTruthy()
  expect((await use()).getAttribute('aria-pressed')).toBe('true')
})

test('a tab that uses an instruction which is gone says so, and stops', async () => {
  const server = serverWith()
  const tab = { id: 5, projectId: 4, name: 'Costs', custInstWhoId: 0, custInstRespondId: 9 } as Tab
  let tabs = [tab]
  server
    .answer(contract.tabs.list, () => ({ Projecttabs: tabs }))
    .answer(contract.tabs.update, () => {
      tabs = [{ ...tab, custInstRespondId: 0 }]
      return {} as never
    })
  const { user } = await openPage(<Beside />, { server })
  const lost = { name: /^Custom instructions of this tab: Not available to you$/ }
  expect(await screen.findByRole('button', lost)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stop using' }))
  await waitFor(() => expect(screen.queryByRole('button', lost)).toBeNull())
  expect(server.sentTo(contract.tabs.update)).toEqual([{ custInstRespondId: 0 }])
})
