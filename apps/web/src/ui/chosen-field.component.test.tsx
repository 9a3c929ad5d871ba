import { screen } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { ChosenField } from './chosen-field.tsx'

/** A field that chooses with Enter. */
function Group({ first }: { first?: string }) {
  const [name, setName] = useState(first)
  return (
    <ChosenField label="Group" name={name} clear="Show all groups" onClear={() => setName(undefined)}>
      <input aria-label="Group" onKeyDown={({ key }) => key === 'Enter' && setName('Buyers')} />
    </ChosenField>
  )
}

test('what is chosen takes the focus with the place of the field, and gives both back', async () => {
  const { user } = await openPage(<Group />)
  await user.click(await screen.findByRole('textbox', { name: 'Group' }))
  await user.keyboard('{Enter}')
  const chosen = await screen.findByRole('button', { name: 'Show all groups' })
  expect(document.activeElement).toBe(chosen)
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Group' }))
})

test('what comes with the address takes no focus', async () => {
  await openPage(<Group first="Buyers" />)
  await screen.findByRole('button', { name: 'Show all groups' })
  expect(document.activeElement).toBe(document.body)
})
