import type { Project, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { waitFor, within } from '@testing-library/dom'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { projectKeys } from '#features/projects/keys.ts'
import { datasourceOf } from '#test/datasources.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { UseDialog } from './use-dialog.tsx'

const PROJECT = { id: 5, name: 'Bids', hasAdminAccess: true, assocContexts: [] } as unknown as Project
const tab = (id: number, name: string) => ({ id, name, projectId: 5, defaultDatasourceId: 0 }) as Tab
const INDEXING = datasourceOf({ name: 'Rules', status: 1, chunks: 0 })

/** Shows the dialog on the page of the project; the button changes between a source that is ready and one that is indexed again. */
function View() {
  useQueryClient().setQueryData(projectKeys.one(5), PROJECT)
  const [isReady, setReady] = useState(true)
  const datasource = isReady ? datasourceOf({ name: 'Rules' }) : INDEXING
  addEventListener('index', () => setReady(false), { once: true })
  addEventListener('indexed', () => setReady(true), { once: true })
  return <UseDialog datasource={datasource} opened onClose={() => undefined} />
}

test('tabs are chosen by ticks, which stay while the source is indexed again', async () => {
  const server = serverOf().answer(contract.tabs.list, { Projecttabs: [tab(1, 'Costs'), tab(2, 'Letters')] })
  const { user } = await openPage(<View />, { server, at: '/projects/5?tab=1' })
  const dialog = within(await openDialog('Use data source'))
  const ticked = (name: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name }).checked
  const use = dialog.getByRole<HTMLButtonElement>('button', { name: 'Use data source' })
  await dialog.findByRole('checkbox', { name: 'Costs' })
  expect([ticked('Costs'), ticked('Letters')]).toEqual([true, false])
  await user.click(dialog.getByRole('checkbox', { name: 'Costs' }))
  expect(await dialog.findByText('Select at least one tab.')).toBeTruthy()
  expect(use.disabled).toBe(true)
  await user.click(dialog.getByRole('checkbox', { name: 'Letters' }))
  expect(use.disabled).toBe(false)
  dispatchEvent(new Event('index'))
  expect(await dialog.findByText(/^The data source is not ready yet\./)).toBeTruthy()
  expect(use.disabled).toBe(true)
  dispatchEvent(new Event('indexed'))
  await waitFor(() => expect(use.disabled).toBe(false))
  expect([ticked('Costs'), ticked('Letters')]).toEqual([false, true])
  server.answer(contract.tabs.update, { Projecttab: tab(2, 'Letters') } as never)
  await user.click(use)
  await waitFor(() => expect(server.sentTo(contract.tabs.update)).toMatchObject([{ defaultDatasourceId: 9 }]))
  expect(server.requests.find(({ method }) => method === 'PUT')?.path).toContain('2')
})
