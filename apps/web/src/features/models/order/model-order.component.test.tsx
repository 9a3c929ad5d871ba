import { contract } from '@polylogue/contract/browser'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openPage } from '#test/page.tsx'
import { ModelOrder } from './model-order.tsx'

const rows = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => /script|mock|Guide/.exec(textContent ?? '')?.[0])

test('an order that cannot be saved stays, with the reason', async () => {
  const left = vi.fn<() => void>()
  const models = [modelOf(1, 'Guide'), modelOf(2, 'script'), modelOf(3, 'mock')]
  const { user, server } = await openPage(<ModelOrder models={models} onLeave={left} />)
  server.refuse(contract.models.sort)
  const save = await screen.findByRole('button', { name: 'Save order' })
  expect(save).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Move Guide down' }))
  expect(rows()).toEqual(['script', 'Guide', 'mock'])
  await user.click(save)
  expect(await screen.findByText(/^Cannot sort models/)).toBeTruthy()
  expect(rows()).toEqual(['script', 'Guide', 'mock'])
  expect(left).not.toHaveBeenCalled()
})
