import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { CutName } from './cut-name.tsx'

test.each([
  ['Bids for lot 2 (2)', 'Bids for lot 2'],
  ['Bids (Kopie)', 'Bids'],
  ['Leistungsbeschreibung Los 12', 'Leistungsbeschreibung Los'],
  ['Budget of 2027 (second reading)', 'Budget of 2027 (second reading)'],
  ['12', '12'],
  // Written from right to left: in two parts its order would be wrong.
  ['הצעות מחיר (2)', 'הצעות מחיר (2)'],
])('of “%s” only “%s” is cut', async (name, cut) => {
  await openPage(
    <p data-testid="name">
      <CutName name={name} />
    </p>,
  )
  const shown = await screen.findByTestId('name')
  expect(shown.textContent).toBe(name)
  expect(shown.querySelector('.cut')?.textContent).toBe(cut)
})
