import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { useModels } from '#features/models/index.ts'
import { useViewer } from '#features/session/index.ts'
import { modelOf } from '#test/models.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { useVectorModel } from './api.ts'
import { VectorsField } from './vectors-field.tsx'

const EMBEDDING = modelOf(7, 'bge-m3', { capabilities: ['embeddings'], size: 1_200_000_000 })

const serverWith = (...models: ReturnType<typeof modelOf>[]) =>
  serverOf()
    .answer(contract.models.list, { Models: models })
    .answer(contract.vectors.get, { vectorModel: null })

const open = (server: ReturnType<typeof serverOf>) =>
  openPage(<VectorsField checked={false} onChange={() => undefined} />, { server })

const OFFER = { name: 'Search by meaning' }

test('the form of a data source offers the embedding model that is there, with its size and time', async () => {
  const server = serverWith(EMBEDDING)
  const { user } = await open(server)
  const offer = await screen.findByRole('region', OFFER)
  expect(offer.textContent).toMatch(/bge-m3:8b/)
  expect(offer.textContent).toMatch(/1\.[12]\sGB/)
  expect(offer.textContent).toMatch(/about \d+ min/)
  const chosen = { modelTagId: 7, name: 'bge-m3:8b', isLocal: true, datasources: 0, waiting: 0 }
  server.answer(contract.vectors.update, { vectorModel: chosen })
  server.answer(contract.vectors.get, { vectorModel: chosen })
  await user.click(screen.getByRole('button', { name: 'Turn on search by meaning' }))
  await screen.findByRole('switch')
  expect(server.sentTo(contract.vectors.update)).toEqual([{ modelTagId: 7 }])
})

const EXTERNAL = modelOf(7, 'bge-m3', { capabilities: ['embeddings'], isLocal: false })

test.each([
  { without: 'an embedding model', models: [modelOf(2, 'llama3.3')], user: userOf() },
  { without: 'a local one', models: [EXTERNAL], user: userOf() },
  {
    without: 'the right to choose it',
    models: [EMBEDDING],
    user: userOf({ permissions: ['can_use_datasources'] }),
  },
])('nothing is offered without $without', async ({ models, user }) => {
  const server = serverWith(...models).answer(contract.users.get, { user })
  await openPage(
    <>
      <VectorsField checked={false} onChange={() => undefined} />
      <Known />
    </>,
    { server },
  )
  await screen.findByText('Everything is known')
  expect(screen.queryByRole('region', OFFER)).toBe(null)
})

/** Says when all that the offer depends on has loaded. */
function Known() {
  const known = [useModels().data, useViewer().data, useVectorModel().data]
  return known.every((one) => one !== undefined) && <p>Everything is known</p>
}
