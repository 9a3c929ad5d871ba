import type { Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { modelOf } from '#test/models.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { AllTabs } from './all-tabs.tsx'

const TABS = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  name: `Lot ${at + 1}`,
  defaultModelId: 2,
  options: {},
})) as unknown as Tab[]

/** Without a layout, the list counts as scrolled away with its button, and is hidden. */
const HIDDEN = { hidden: true }

async function open(onChoose: (id: number) => void = () => undefined) {
  const server = serverOf().answer(contract.models.list, { Models: [modelOf(2, 'llama3.3')] })
  const view = <AllTabs tabs={TABS} chosen={TABS[4]} onChoose={onChoose} />
  const { user } = await openPage(view, { server })
  ;(await screen.findByRole('button', { name: 'All 12 tabs' })).focus()
  await user.keyboard('{Enter}')
  const field = await screen.findByRole('combobox', { name: 'Search tabs', ...HIDDEN })
  await expect.poll(() => document.activeElement).toBe(field)
  const selected = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.querySelector('.cut')
      ?.textContent
  return { user, selected }
}

test('the arrow keys begin at the chosen tab', async () => {
  const { user, selected } = await open()
  await expect.poll(selected).toBe('Lot 5')
  await user.keyboard('{ArrowDown}')
  await expect.poll(selected).toBe('Lot 6')
})

test('the first match of what is typed is selected, and Enter chooses it', async () => {
  const onChoose = vi.fn()
  const { user, selected } = await open(onChoose)
  await user.keyboard('12')
  await expect.poll(selected).toBe('Lot 12')
  await user.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledWith(12)
})
