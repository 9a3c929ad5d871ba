import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { userOf } from '#test/user.ts'
import { Landing } from './landing.tsx'

const others = () => screen.queryAllByRole('link', { name: /^(Users|Audit)/ })

test('the overview of an administrator lists everything', async () => {
  await openPage(<Landing />, { server: serverOf() })
  expect(await screen.findByRole('link', { name: /^Groups/ })).toBeTruthy()
  expect(others()).toHaveLength(2)
})

test('the overview lists what the role may administer, and nothing else', async () => {
  const lead = userOf({ roleId: 8, permissions: ['can_use_chat', 'can_manage_contexts'] })
  await openPage(<Landing />, { server: serverOf(lead) })
  expect(await screen.findByRole('link', { name: /^Groups/ })).toBeTruthy()
  expect(others()).toEqual([])
})
