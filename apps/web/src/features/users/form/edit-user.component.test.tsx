import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { isDisabled } from '#test/button.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { EditUserDialog } from './edit-user-dialog.tsx'

test('a user is saved with both names only', async () => {
  const server = serverOf(userOf({ permissions: [] }))
  const { user } = await openPage(<EditUserDialog user={userOf()} own opened onClose={() => undefined} />, {
    server,
  })
  await screen.findByLabelText('First name')
  for (const label of ['First name', 'Last name']) {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    expect(isDisabled('Save'), `without ${label}`).toBe(true)
    await user.type(field, ' ')
    expect(isDisabled('Save'), `${label} of spaces`).toBe(true)
    await user.type(field, 'Kim')
    expect(isDisabled('Save')).toBe(false)
  }
})
