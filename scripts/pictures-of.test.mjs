import { expect, test } from 'vitest'
import { fingerprintOf, isShown, shownNow, withCurrentPictures } from './pictures-of.mjs'

const FILES = [
  ['apps/web/src/app/main.tsx', 'a'],
  ['demo/main.ts', 'b'],
]

test('the fingerprint changes with a name and with a content, not with the order', () => {
  const before = fingerprintOf(FILES)
  expect(fingerprintOf(FILES.toReversed())).toBe(before)
  expect(fingerprintOf([FILES[0], ['demo/main.ts', 'c']])).not.toBe(before)
  expect(fingerprintOf([FILES[0], ['demo/account.ts', 'b']])).not.toBe(before)
})

test.each([
  ['apps/web/src/features/users/list/user-rows.tsx', true],
  ['apps/web/src/texts/bg/shell.json', true],
  ['apps/server/static/data/plugins.json', true],
  ['demo/account.ts', true],
  ['e2e/pictures.ts', true],
  ['apps/web/src/features/help/find.test.ts', false],
  ['apps/web/src/test/page.tsx', false],
  ['apps/server/src/app.ts', false],
  ['apps/server/static/pictures/users-en-light.png', false],
])('pictures show %s: %s', (file, expected) => expect(isShown(file)).toBe(expected))

test('a release needs pictures of the page as it is (PAGE-10)', async () => {
  const now = await shownNow()
  expect(await withCurrentPictures(Promise.resolve(now), `${now}\n`)).toBeUndefined()
  await expect(withCurrentPictures(Promise.resolve(now), 'older\n')).rejects.toThrow('Run npm run pictures')
})
