import type { AssocContext, Project } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { ProjectSharingDialog } from './project-sharing-dialog.tsx'

const access = (contextId: number, isAdmin = false): AssocContext => ({
  contextId,
  hasReadAccess: true,
  hasWriteAccess: isAdmin,
  hasAdminAccess: isAdmin,
})

const TEAM = 20
const MODIFIED = '2026-01-05T08:00:00.000Z'

/** A project that is shared with a team, and answers from the data source 7. */
const project = {
  id: 5,
  name: 'Bids',
  description: '',
  type: 2,
  ownerId: 1,
  defaultDatasourceId: 7,
  custInstWhoId: 0,
  custInstRespondId: 0,
  assocContexts: [access(11, true), access(TEAM)],
  context: { id: 50, ownerContextId: 11 },
  modified: MODIFIED,
} as unknown as Project

const source = (...shares: AssocContext[]) =>
  ({
    id: 7,
    name: 'Leaflets',
    assocContexts: shares,
    context: { id: 70, ownerContextId: 11 },
    modified: MODIFIED,
  }) as never

const team = { id: TEAM, displayName: 'Service', description: '', contextTypeId: 3, numMembers: 4 }

const serverWith = (...shares: AssocContext[]) =>
  serverOf()
    .answer(contract.datasources.get, { datasource: source(...shares) })
    .answer(contract.datasources.update, { datasource: source(...shares) })
    .answer(contract.projects.update, { project })
    .answer(contract.publications.ofItem, { item: { name: 'Bids' }, Publications: [] })
    .answer(contract.contexts.readers, { Readers: [] })
    .answer(contract.contexts.members, {
      Members: [{ context: team, hasWriteAccess: false, hasAdminAccess: false, isOwner: false }] as never,
    })

/** Reads again, as after a live message. */
function Refetch() {
  const cache = useQueryClient()
  return (
    <button type="button" onClick={() => void cache.invalidateQueries()}>
      Again
    </button>
  )
}

async function openSharing(server: ReturnType<typeof serverWith>) {
  const view = <ProjectSharingDialog project={project} opened onClose={() => undefined} />
  const { user } = await openPage(
    <>
      <Refetch />
      {view}
    </>,
    { server },
  )
  const dialog = within(await openDialog())
  await user.click(await dialog.findByRole('button', { name: 'Edit sharing' }))
  await dialog.findByRole('combobox', { name: 'Access of Service' })
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }))
  return { user, dialog, save }
}

test('who shares a project is offered to share its data source, too', async () => {
  const server = serverWith(access(11, true))
  const { user, dialog, save } = await openSharing(server)
  await user.click(await dialog.findByRole('checkbox', { name: 'Let them use “Leaflets”, too' }))
  await save()
  await waitFor(() =>
    expect(server.sentTo(contract.datasources.update)).toEqual([
      { assocContexts: [access(TEAM)], ifModified: MODIFIED },
    ]),
  )
})

test('nothing but the project is shared without asking', async () => {
  const server = serverWith(access(11, true))
  const { dialog, save } = await openSharing(server)
  expect(await dialog.findByText(/people get answers that do not/)).toBeTruthy()
  await save()
  await waitFor(() => expect(server.sentTo(contract.projects.update)).toHaveLength(1))
  expect(server.sentTo(contract.datasources.update)).toEqual([])
})

test.each([
  ['is shared with them already', [access(11, true), access(TEAM)]],
  ['is somebody else’s', [access(11)]],
])('a data source that %s is not offered', async (_, shares) => {
  const server = serverWith(access(11, true))
  const { user, dialog } = await openSharing(server)
  const offer = () => dialog.queryByRole('checkbox')
  await waitFor(() => expect(offer()).toBeTruthy())
  server.answer(contract.datasources.get, { datasource: source(...shares) })
  await user.click(screen.getByRole('button', { name: 'Again', hidden: true }))
  await waitFor(() => expect(offer()).toBeNull())
})

test('what could not be shared is said', async () => {
  const server = serverWith(access(11, true)).refuse(contract.datasources.update)
  const { user, dialog, save } = await openSharing(server)
  await user.click(await dialog.findByRole('checkbox'))
  await save()
  expect(await screen.findByText('Not everything that answers here use could be shared')).toBeTruthy()
})
