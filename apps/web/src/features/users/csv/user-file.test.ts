import type { ListedUser } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { readText } from './read-file.ts'
import { csvBlob } from '#lib/csv-file.ts'
import { userRows } from './user-file.ts'

const person = {
  firstName: '=HYPERLINK("http://evil.example")',
  lastName: 'Weiß, geb. "Müller"',
  username: 'anna',
  email: '+anna@example.org',
  roleId: 8,
  role: 'Team lead',
  account: { canUseUi: true, canUseApi: true },
  mustChangePassword: false,
  groups: [
    { id: 1, name: 'Netz' },
    { id: 2, name: '@Einkauf' },
  ],
  lastSeen: null,
  created: '2026-11-27T10:00:00.000Z',
} as unknown as ListedUser

test('users are exported as UTF-8 with a byte order mark, and a spreadsheet runs none of their cells', async () => {
  const bytes = new Uint8Array(await csvBlob(userRows([person])).arrayBuffer())
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  const text = new TextDecoder().decode(bytes)
  expect(text).toBe(
    'firstName,lastName,username,email,role,status,groups,lastSeen,created\r\n' +
      `"'=HYPERLINK(""http://evil.example"")","Weiß, geb. ""Müller""",anna,'+anna@example.org,Team lead,active,Netz; @Einkauf,,2026-11-27T10:00:00.000Z\r\n`,
  )
})

test('an exported file is read again as it was', async () => {
  const read = readText(new TextDecoder().decode(await csvBlob(userRows([person])).arrayBuffer()))
  expect(read).toMatchObject({
    rows: [
      {
        line: 2,
        broken: false,
        cells: {
          firstName: person.firstName,
          lastName: person.lastName,
          email: person.email,
          role: 'Team lead',
          status: 'active',
          groups: 'Netz; @Einkauf',
        },
      },
    ],
    ignored: ['username', 'lastSeen', 'created'],
  })
})
