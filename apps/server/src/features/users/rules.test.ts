import { describe, expect, test } from 'vitest'
import { canonicalName, isReservedName, usernamesFor } from './rules.ts'

describe('the reserved name (ACCOUNT-3)', () => {
  test.each([
    'superuser',
    'SuperUser',
    ' superuser ',
    'SUPERUSER',
    'ѕuperuser',
    'SUРERUSЕR',
    'ｓｕｐｅｒｕｓｅｒ',
    'super\u200buser',
    'super\u00aduser',
    'superüser',
    'sυperυser',
    '𝐬𝐮𝐩𝐞𝐫𝐮𝐬𝐞𝐫',
    'super-user',
    'ꮪuꮲꭼꭱuꮪꭼꭱ',
    '5uperu5er',
  ])('%s is refused', (name) => {
    expect(isReservedName(name)).toBe(true)
  })

  test.each(['Super', 'User', 'Superusers', 'Supper', 'Сергей', 'Ursula', 'Ἀθηνᾶ', '李'])(
    '%s is allowed',
    (name) => {
      expect(isReservedName(name)).toBe(false)
    },
  )
})

test('names are compared ignoring case, Unicode form and surrounding spaces', () => {
  const forms = ['Größe@x.org', 'größe@x.org', ' GRÖßE@x.org', 'Gr\u006f\u0308ße@X.org', 'Ｇröße@x.org']
  expect(new Set(forms.map(canonicalName)).size).toBe(1)
})

describe('user names for an address', () => {
  const first = (email: string, count = 1) => usernamesFor(email).take(count).toArray()
  test('are its part before the @, then numbered', () => {
    expect(first('Anna.Bee@example.org', 3)).toEqual(['anna.bee', 'anna.bee2', 'anna.bee3'])
  })
  test('are never an address, a reserved name or empty', () => {
    expect(first('"a@b"@example.org')).toEqual(['a'])
    expect(first('superuser@example.org')).toEqual(['user'])
    expect(first('!!!@example.org')).toEqual(['user'])
  })
})
