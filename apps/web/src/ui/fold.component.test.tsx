import { screen } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { Fold } from './fold.tsx'

function Form() {
  const [wrong, setWrong] = useState(false)
  return (
    <Fold label="Advanced" unfolded={wrong}>
      <button type="button" onClick={() => setWrong(!wrong)}>
        {wrong ? 'Right' : 'Wrong'}
      </button>
    </Fold>
  )
}

test('a fold opens for a mistake in its fields, and stays open when that is mended', async () => {
  const { user } = await openPage(<Form />)
  const fold = (await screen.findByRole('group', { hidden: true })) as HTMLDetailsElement
  expect(fold.open).toBe(false)
  await user.click(screen.getByRole('button', { hidden: true }))
  expect(fold.open).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Right', hidden: true }))
  expect(screen.getByRole('button', { hidden: true }).textContent).toBe('Wrong')
  expect(fold.open).toBe(true)
})
