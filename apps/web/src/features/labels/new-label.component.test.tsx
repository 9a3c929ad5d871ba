import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { openPage } from '#test/page.tsx'
import { NewLabel } from './new-label.tsx'

test('a new tag needs a name, which no other tag has', async () => {
  const labels = [{ id: 3, name: 'Harbour', description: '' }]
  const { user } = await openPage(
    <NewLabel ref={null} kind="tags" name="" failed={null} labels={labels} onDone={() => undefined} />,
  )
  const name = await screen.findByLabelText('Name')
  expect(isDisabled('Add tag')).toBe(true)
  await user.type(name, '  ')
  expect(isDisabled('Add tag'), 'spaces').toBe(true)
  await user.type(name, 'Quay')
  expect(isDisabled('Add tag')).toBe(false)
  await user.clear(name)
  await user.type(name, 'harbour')
  expect(isDisabled('Add tag'), 'one that is taken').toBe(true)
  expect(screen.getByText('Duplicate entries are not allowed.')).toBeTruthy()
})
