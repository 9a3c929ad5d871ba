import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { useTypedAddress } from '#features/sites/index.ts'
import { MediaField } from './media-field.tsx'

function Field() {
  const on = { files: () => undefined, address: () => Promise.resolve(true) }
  return (
    <MediaField on={on} typed={useTypedAddress()} count={undefined}>
      {null}
    </MediaField>
  )
}

const NOT_READ = /^Scans and pictures are not read/

test('without the packages of text recognition, the field says so and has the command that adds them', async () => {
  await openPage(<Field />, { config: { recognition: 'missing' } })
  const said = await screen.findByText(NOT_READ)
  expect(said.textContent).toContain('text recognition is not installed')
  expect(said.querySelector('code')?.textContent).toBe('npm ci --include=optional')
})

test('a field says that text recognition is switched off', async () => {
  await openPage(<Field />, { config: { recognition: 'off' } })
  const said = await screen.findByText(NOT_READ)
  expect(said.textContent).toContain('switched off')
  expect(said.querySelector('code')).toBeNull()
})

test('a field says nothing of text recognition while it is on', async () => {
  await openPage(<Field />, { config: { recognition: 'on' } })
  await screen.findAllByRole('group', { name: 'Documents' })
  expect(screen.queryByText(NOT_READ)).toBeNull()
})
