import { contract } from '@polylogue/contract/browser'
import { waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { UserAvatar } from './user-avatar.tsx'

const person = userOf({ id: 7, firstName: 'Kim', lastName: 'Eck', picture: 'first' })
const picture = () => document.querySelector('img')?.getAttribute('src')
const initials = () => document.querySelector('[data-initials]')?.getAttribute('data-initials')
const asked = (server: ReturnType<typeof serverOf>) =>
  server.requests.filter(({ path }) => path === 'users/7/profilepic/base64').length

test('a photo is shown as soon as it is loaded', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo')
  const server = serverOf().answer(contract.users.pictureBytes, {
    name: 'kim.png',
    mime_type: 'image/png',
    content: btoa('png'),
  } as never)
  await openPage(<UserAvatar person={person} />, { server })
  await waitFor(() => expect(picture()).toBe('blob:photo'))
  expect(initials()).toBeUndefined()
})

test('the initials stand for a photo that fails to load', async () => {
  const server = serverOf().refuse(contract.users.pictureBytes, { status: 404, errorCode: 'NOT_FOUND' })
  await openPage(<UserAvatar person={person} />, { server })
  await waitFor(() => expect(asked(server)).toBeGreaterThan(0))
  await waitFor(() => expect(initials()).toBe('KE'))
  expect(picture()).toBeUndefined()
})
