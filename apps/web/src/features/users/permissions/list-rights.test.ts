import { ROLES } from '@polylogue/contract/browser'
import { describe, expect, test } from 'vitest'
import { mayDelete, mayEdit, rolesToGive } from './list-rights.ts'

const person = (id: number, role: string) => {
  const found = ROLES.find(({ name }) => name === role)!
  return { id, roleId: found.id, permissions: [...found.permissions] }
}

describe('rights over a user', () => {
  test.each([
    ['Superuser', 'Superuser', 'granted', 'superuser'],
    ['Superuser', 'Administrator', 'granted', 'granted'],
    ['Administrator', 'Superuser', 'above', 'superuser'],
    ['Administrator', 'Administrator', 'granted', 'granted'],
    ['Administrator', 'Guest', 'granted', 'granted'],
    ['Team lead', 'Guest', 'notGranted', 'notGranted'],
  ])('a %s over a %s: edit %s, delete %s', (mine, theirs, edit, remove) => {
    expect(mayEdit(person(1, mine), person(2, theirs))).toBe(edit)
    expect(mayDelete(person(1, mine), person(2, theirs), false)).toBe(remove)
  })

  test('users can always edit themselves, and delete themselves if configured', () => {
    const me = person(1, 'Team lead')
    expect(mayEdit(me, me)).toBe('granted')
    expect(mayDelete(me, me, false)).toBe('ownProfile')
    expect(mayDelete(me, me, true)).toBe('granted')
    expect(mayDelete(person(1, 'Superuser'), person(1, 'Superuser'), true)).toBe('superuser')
  })
})

test('users cannot assign a role above their own', () => {
  expect(rolesToGive(person(1, 'Superuser'))).toEqual([1, 3, 8, 4, 6])
  expect(rolesToGive(person(1, 'Administrator'))).toEqual([3, 8, 4, 6])
})
