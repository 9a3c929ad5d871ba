import type { FirstSteps, FoundServer } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { SetUpGuide } from './set-up-guide.tsx'
import { useFirstSteps } from './api.ts'

const NONE: FirstSteps = { model: false, question: false, people: false }
const NEAR: FoundServer = {
  address: 'http://127.0.0.1:11434',
  kind: 'ollama',
  version: '0.5.1',
  models: ['script:latest'],
  connected: false,
}

/** The guide with the steps as the server reports them, and a button that fetches everything again, as a live message does. */
function Guide() {
  const cache = useQueryClient()
  const { data } = useFirstSteps(true)
  return (
    <>
      <button type="button" data-changes onClick={() => void cache.invalidateQueries()}>
        Fetch again
      </button>
      {data && <SetUpGuide steps={data} tab={undefined} onShown={undefined} />}
    </>
  )
}

async function open() {
  const server = serverOf()
    .answer(contract.firstSteps.get, { steps: NONE })
    .answer(contract.providers.list, { Providers: [], embedded: 'off' })
    .answer(contract.providers.find, { servers: [] })
    .answer(contract.models.list, { Models: [] })
    .answer(contract.vectors.get, { vectorModel: null })
  const page = await openPage(<Guide />, { server })
  const address = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Address of another model server',
  })
  const change = () => document.querySelector<HTMLElement>('[data-changes]')?.click()
  return { ...page, address, change }
}

const isDone = (name: string) => screen.findByRole('heading', { name: `${name} (done)` })

test('the form for an address stays while somebody types, whatever is found or connected', async () => {
  const { user, server, address, change } = await open()
  await user.type(address, 'two words{Enter}')
  expect(await screen.findByText(/^Enter an address such as/)).toBeTruthy()
  server.answer(contract.providers.find, { servers: [NEAR] })
  change()
  expect(await screen.findByRole('button', { name: /^Connect 127\.0\.0\.1/ })).toBeTruthy()
  expect(screen.getByText(/^Enter an address such as/)).toBeTruthy()
  expect(document.activeElement).toBe(address)
  server.answer(contract.firstSteps.get, { steps: { ...NONE, model: true, question: true } })
  server.answer(contract.projects.ensureDefault, { project: { id: 1 } } as never)
  change()
  await isDone('Connect a model')
  expect(address.value).toBe('two words')
  expect(document.activeElement).toBe(address)
  await user.clear(address)
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Create user' })))
})
