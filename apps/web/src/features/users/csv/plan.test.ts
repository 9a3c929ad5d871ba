import { ROLES } from '@polylogue/contract/browser'
import type { ListedUser, User } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { joinNames, splitNames } from './group-names.ts'
import { planOf } from './plan.ts'
import { readText } from './read-file.ts'

const user = (id: number, roleId: number, more: Partial<ListedUser> = {}) =>
  ({
    id,
    roleId,
    firstName: 'Anna',
    lastName: 'Abel',
    email: `p${id}@example.org`,
    account: { canUseUi: true, canUseApi: true },
    permissions: [...(ROLES.find((role) => role.id === roleId)?.permissions ?? [])],
    groups: [],
    ...more,
  }) as unknown as ListedUser
const viewer = user(1, 3)
const GROUPS = [
  { id: 10, name: 'Netz' },
  { id: 11, name: 'Einkauf' },
  { id: 12, name: 'Doppelt' },
  { id: 13, name: 'doppelt' },
]
const PEOPLE = [
  viewer,
  user(2, 4),
  user(3, 1),
  user(4, 4, { account: { canUseUi: false, canUseApi: false } } as Partial<ListedUser>),
  user(6, 4, { account: { canUseUi: true, canUseApi: false } } as Partial<ListedUser>),
  user(5, 4, { groups: [{ id: 10, name: 'Netz' }] }),
]

function plan(lines: string, by: User = viewer) {
  const read = readText(`firstName,lastName,email,role,status,groups\n${lines}`)
  if ('problem' in read) throw new Error(read.problem)
  return planOf(read.rows, { viewer: by, people: PEOPLE, groups: GROUPS })
}

test('creates people whose address is new, with role, status and groups', () => {
  expect(plan('Bert,Weiß,bert@example.org,Team lead,disabled,netz; Einkauf')).toEqual([
    {
      line: 2,
      name: 'Bert Weiß',
      does: 'create',
      wanted: {
        firstName: 'Bert',
        lastName: 'Weiß',
        email: 'bert@example.org',
        roleId: 8,
        status: 'disabled',
      },
      joins: [GROUPS[0], GROUPS[1]],
    },
  ])
})

test('changes what differs of people whose address exists, and nothing where a cell is empty', () => {
  const [changed, same, joined, enabled] = plan(
    [
      'Anna,Weiß,P2@example.org,guest,,',
      'Anna,Abel,p4@example.org,,,',
      'Anna,Abel,p5@example.org,4,active,Netz;Einkauf',
      'Anna,Abel,p2x@example.org,,,',
    ].join('\n'),
  )
  expect(changed).toMatchObject({ does: 'change', wanted: { lastName: 'Weiß', roleId: 6 }, joins: [] })
  expect(same).toMatchObject({ does: 'nothing' })
  expect(joined).toMatchObject({ does: 'change', wanted: {}, joins: [GROUPS[1]] })
  expect(enabled).toMatchObject({ does: 'create' })
  expect(plan('Anna,Abel,p4@example.org,,active,')[0]).toMatchObject({
    does: 'change',
    wanted: { status: 'active' },
  })
})

test('narrows an account that is enabled to the page or to the API; “active” leaves it as narrow as it is', () => {
  const wanted = (status: string, id: number) => plan(`Anna,Abel,p${id}@example.org,,${status},`)[0]
  expect(wanted('pageOnly', 2)).toMatchObject({ does: 'change', wanted: { status: 'pageOnly' } })
  expect(wanted('apiOnly', 6)).toMatchObject({ does: 'change', wanted: { status: 'apiOnly' } })
  for (const status of ['pageOnly', 'active']) expect(wanted(status, 6)).toMatchObject({ does: 'nothing' })
})

test('groups whose names have semicolons and quotes come back from an export', () => {
  const names = ['A; B', 'Netz', 'The "old" one', '"', ';']
  expect(splitNames(joinNames(names))).toEqual(names)
  expect(splitNames(' Netz;Einkauf ; ;"A; B" ')).toEqual(['Netz', 'Einkauf', 'A; B'])
  expect(splitNames('"A" Team; 5" pipes;"open')).toEqual(['"A" Team', '5" pipes', '"open'])
})

test.each([
  [',Abel,a@b.org,,,', 'name', ''],
  ['Superuser,Abel,a@b.org,,,', 'reserved', ''],
  [`${'x'.repeat(201)},Abel,a@b.org,,,`, 'long', ''],
  ['A,B,no address,,,', 'email', 'no address'],
  ['A,B,a@b.org,King,,', 'role', 'King'],
  ['A,B,a@b.org,Superuser,,', 'roleAbove', 'Superuser'],
  ['A,B,a@b.org,,asleep,', 'status', 'asleep'],
  ['A,B,a@b.org,,,Keller', 'group', 'Keller'],
  ['A,B,a@b.org,,,Doppelt', 'groupTwice', 'Doppelt'],
  ['A,B,p1@example.org,,,', 'yourself', ''],
  ['A,B,p3@example.org,,,', 'above', ''],
  ['A,B,a@b.org', 'broken', ''],
])('a row is wrong: %s', (line, fault, about) => {
  expect(plan(line)).toMatchObject([{ line: 2, does: 'wrong', fault, about }])
})

test('an address that is in the file twice is wrong the second time, with the line of the first', () => {
  const rows = plan('A,B,a@b.org,,,\nC,D,A@b.org,,,')
  expect(rows).toMatchObject([{ does: 'create' }, { line: 3, does: 'wrong', fault: 'twice', about: '2' }])
})
