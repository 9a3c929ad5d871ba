import { contract } from '@polylogue/contract/browser'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { FavouritesContext } from './favourites.ts'
import { ModelPicker } from './model-picker.tsx'

const MODELS = [modelOf(2, 'llama3.3'), modelOf(3, 'mistral-small'), modelOf(4, 'qwen3')]

/** Without a layout, the list counts as scrolled away with its button, and is hidden. */
const ANY = { hidden: true }

const open = async (kind: 'bar' | 'field', onChange: (choice: unknown) => void = () => undefined) => {
  const server = serverOf()
    .answer(contract.models.list, { Models: MODELS })
    .answer(contract.models.awaited, { Awaited: [] })
  const page = await openPage(
    <ModelPicker kind={kind} value={{ modelId: 2, modelTagId: 2 }} onChange={onChange} />,
    { server },
  )
  const button = await screen.findByRole('combobox', { name: 'Model: llama3.3 8b' })
  button.focus()
  return page
}

test('letters typed on the picker of a form search its list, and Enter chooses the match', async () => {
  const onChange = vi.fn()
  const { user } = await open('field', onChange)
  await user.keyboard('m')
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search models', ...ANY })
  expect(field.value).toBe('m')
  await user.type(field, 'ist')
  await waitFor(() => expect(screen.getAllByRole('option', ANY)).toHaveLength(1))
  expect(screen.getByRole('option', { name: /mistral-small/, ...ANY })).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledWith({ modelId: 3, modelTagId: 3 })
})

// The list loads only when asked for, so its absence proves nothing: a key that opens it is taken from the browser at once.
test.each([
  ['message field', 'bar', false],
  ['form', 'field', true],
] as const)('a letter typed on the picker of the %s: its list (%s) opens: %s', async (_, kind, opens) => {
  await open(kind)
  const taken = !fireEvent.keyDown(document.activeElement!, { key: 'm', code: 'KeyM' })
  expect(taken).toBe(opens)
})

test('the arrow keys begin at the chosen model, and screen readers hear which one is reached', async () => {
  const { user } = await open('bar')
  const button = () => screen.getByRole('combobox', { name: 'Model: llama3.3 8b' })
  const reached = () =>
    document.getElementById(button().getAttribute('aria-activedescendant') ?? '')?.querySelector('.cut')
      ?.textContent
  await user.keyboard('{ArrowDown}')
  await expect.poll(reached).toBe('llama3.3')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(reached).toBe('qwen3')
  await user.keyboard('{Escape}')
  await expect.poll(reached).toBe(undefined)
  await user.keyboard('{Enter}')
  await expect.poll(reached, { message: 'opened again' }).toBe('llama3.3')
})

test('the list says that no model matches; a star keeps a model on top and chooses nothing', async () => {
  const toggle = vi.fn()
  const onChange = vi.fn()
  const server = serverOf()
    .answer(contract.models.list, { Models: MODELS })
    .answer(contract.models.awaited, { Awaited: [] })
  const { user } = await openPage(
    <FavouritesContext value={{ ids: [4], toggle }}>
      <ModelPicker kind="field" value={{ modelId: 2, modelTagId: 2 }} onChange={onChange} />
    </FavouritesContext>,
    { server },
  )
  ;(await screen.findByRole('combobox', { name: 'Model: llama3.3 8b' })).focus()
  await user.keyboard('n')
  const field = await screen.findByRole('combobox', { name: 'Search models', ...ANY })
  await user.type(field, 'othing like it')
  expect(await screen.findByText('No model matches “nothing like it”.')).toBeTruthy()
  await user.clear(field)
  await waitFor(() => expect(screen.getAllByRole('option', ANY)).toHaveLength(3))
  const [first, ...others] = screen.getAllByRole('option', ANY)
  expect(first!.textContent).toContain('qwen3')
  const mistral = others.find(({ textContent }) => textContent.includes('mistral-small'))!
  await user.click(mistral.querySelector('[data-star]')!)
  expect(toggle).toHaveBeenCalledExactlyOnceWith(3)
  expect(onChange).not.toHaveBeenCalled()
})
