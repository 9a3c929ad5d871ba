import { expect, test } from 'vitest'
import { loadXml } from './xml.ts'

const deep = `${'<a>'.repeat(200)}text${'</a>'.repeat(200)}`

test('elements that are too deep count for their document only', async () => {
  const shared = await loadXml()
  const [one, other] = [shared.anew(), shared.anew()]
  one(deep)
  other('<a>text</a>')
  expect([other.takeDeep(), one.takeDeep(), one.takeDeep()]).toEqual([0, 1, 0])
})
