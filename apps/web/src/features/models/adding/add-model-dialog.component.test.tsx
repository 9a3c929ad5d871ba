import type { CatalogueModel, Deployment, Provider } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { AddModelDialog } from './add-model-dialog.tsx'

const SOME_TIME = '2026-01-05T08:00:00.000Z'
const providerOf = (id: number, name: string, some: Partial<Provider> = {}): Provider => ({
  id,
  name,
  kind: 'ollama',
  providerId: 5,
  hosts: [],
  isLocal: true,
  hasKey: false,
  oldServer: false,
  atOnce: null,
  source: 'configured',
  can: { fetch: true, load: true, remove: true },
  numModels: 0,
  created: SOME_TIME,
  modified: SOME_TIME,
  ...some,
})
const CELLAR = providerOf(7, 'Ollama in the basement')
const ATTIC = providerOf(8, 'Ollama in the attic')
const listed = (...Providers: Provider[]) => ({ Providers, embedded: 'ready' as const })

const LIGHTHOUSE: CatalogueModel = {
  name: 'lighthouse:v1',
  family: 'lighthouse',
  tag: 'v1',
  title: 'Lighthouse (F16)',
  parameters: 0.001,
  licence: { name: 'MIT', address: 'https://opensource.org/license/mit' },
  size: 1_000_000,
  memory: 2_000_000,
  contextLength: 4_096,
  capabilities: ['chat'],
  present: false,
}

const DEPLOYMENT: Deployment = {
  modelId: 5,
  modelTagId: 5,
  wanted: true,
  state: 'waiting',
  done: 0,
  total: 0,
  percent: null,
  errorCode: null,
  errorMessage: null,
  began: null,
}

/** Lists are fetched again, as after a live message. */
function Changes() {
  const cache = useQueryClient()
  return (
    <button type="button" hidden onClick={() => void cache.invalidateQueries()}>
      Fetch again
    </button>
  )
}

async function open(...providers: Provider[]) {
  const added = vi.fn<(id: number) => void>()
  const server = serverOf()
    .answer(contract.providers.list, listed(...providers))
    .answer(contract.models.catalogue, { Models: [LIGHTHOUSE], machineMemory: 8e9 })
  const page = await openPage(
    <>
      <Changes />
      <AddModelDialog opened onAdded={added} onClose={() => undefined} />
    </>,
    { server },
  )
  return { ...page, added, dialog: within(await openDialog('Add model')) }
}

test('a typed model name never goes to another server when its server is gone, and stays when refused', async () => {
  const { user, server, added, dialog } = await open(ATTIC, CELLAR)
  const provider = await dialog.findByLabelText<HTMLSelectElement>('Provider')
  await user.selectOptions(provider, 'Ollama in the basement')
  const name = dialog.getByLabelText<HTMLInputElement>('Model name')
  await user.click(dialog.getByRole('button', { name: 'Download and deploy' }))
  expect(server.sentTo(contract.models.add)).toEqual([])
  await user.type(name, 'phi4:14b')
  const asked = () => server.requests.filter(({ path }) => path === 'providers').length
  const before = asked()
  server.answer(contract.providers.list, listed(ATTIC))
  document.querySelector<HTMLElement>('button[hidden]')?.click()
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before))
  await vi.waitFor(() =>
    expect(within(provider).getAllByRole('option').at(-1)?.textContent).toBe(CELLAR.name),
  )
  expect(provider.selectedOptions[0]?.textContent).toBe('Ollama in the basement')
  expect(name.value).toBe('phi4:14b')
  server.refuse(contract.models.add, { status: 404, errorCode: 'NOT_FOUND' })
  await user.click(dialog.getByRole('button', { name: 'Download and deploy' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(server.sentTo(contract.models.add)).toEqual([{ providerId: 7, name: 'phi4:14b' }])
  expect(name.value).toBe('phi4:14b')
  expect(added).not.toHaveBeenCalled()
})

test('a model of the catalogue is chosen, downloaded and opened', async () => {
  const { user, server, added, dialog } = await open(providerOf(9, 'Embedded', { kind: 'embedded' }))
  server.answer(contract.models.add, {
    model: modelOf(5, 'lighthouse'),
    deployment: DEPLOYMENT,
  })
  const radio = await dialog.findByRole('radio', { name: /Lighthouse/ })
  await user.click(dialog.getByRole('button', { name: 'Download and deploy' }))
  expect(await screen.findByText('Choose a model.')).toBeTruthy()
  await user.click(radio)
  await user.click(dialog.getByRole('button', { name: 'Download and deploy' }))
  await vi.waitFor(() => expect(added).toHaveBeenCalledWith(5))
  expect(server.sentTo(contract.models.add)).toEqual([{ providerId: 9, name: 'lighthouse:v1' }])
})
