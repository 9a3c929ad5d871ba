import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { useModels } from '#features/models/index.ts'
import { datasourceOf } from '#test/datasources.ts'
import { modelOf } from '#test/models.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { DatasourceInUse } from './in-use.tsx'

const TAB = { id: 1, projectId: 5, defaultModelId: 2, defaultDatasourceId: 9 } as Tab

/** Waits for the models: until they are loaded, no tab warns. */
const View = () => (useModels().data ? <DatasourceInUse tab={TAB} onOpen={() => undefined} /> : null)

const open = (datasource: { localOnly: boolean }, model: { isLocal: boolean }) =>
  openPage(<View />, {
    server: serverOf()
      .answer(contract.datasources.get, { datasource: datasourceOf({ name: 'Rules', ...datasource }) })
      .answer(contract.models.list, { Models: [modelOf(2, 'llama', model)] }),
  })

test('the tab warns before it asks an external model, which gets nothing of a confidential source', async () => {
  await open({ localOnly: true }, { isLocal: false })
  expect(await screen.findByRole('button', { name: /“Rules” is confidential and is not sent/ })).toBeTruthy()
})

test.each([
  ['a local model gets a confidential source', { localOnly: true }, { isLocal: true }],
  ['an external model gets a source that is not confidential', { localOnly: false }, { isLocal: false }],
])('%s', async (_, datasource, model) => {
  await open(datasource, model)
  expect(await screen.findByRole('button', { name: 'Data source of this tab: Rules' })).toBeTruthy()
})

test('a source that was deleted, or is not shared any more, is named so', async () => {
  const server = serverOf()
    .refuse(contract.datasources.get, { status: 404, errorCode: 'NOT_FOUND' })
    .answer(contract.models.list, { Models: [] })
  await openPage(<DatasourceInUse tab={TAB} onOpen={() => undefined} />, { server })
  expect(await screen.findByRole('button', { name: /: Not available to you$/ })).toBeTruthy()
})
