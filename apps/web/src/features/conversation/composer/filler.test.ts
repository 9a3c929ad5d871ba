import { expect, test } from 'vitest'
import { createFiller } from './filler.ts'
import type { ComposerText } from './use-words.ts'

function fillerWith() {
  let text = ''
  const filler = createFiller()
  const take = () => {
    text = ''
    return { field: '', pasted: [] }
  }
  const add = (more: string) => void (text += more)
  filler.attach({ whole: () => text, take, add, focus: () => undefined } as unknown as ComposerText)
  const type = (next: string) => {
    text = next
    filler.typed(next)
  }
  return { filler, type }
}

test('a message counts as sent from a saved prompt while it contains the inserted text', () => {
  const { filler, type } = fillerWith()
  filler.replace('Summarise this tab.', 7)
  expect(filler.promptOf('Summarise this tab.')).toBe(7)
  type('Please: Summarise this tab. Thanks!')
  expect(filler.promptOf('Please: Summarise this tab. Thanks!')).toBe(7)
})

test('a message typed later with the same words does not count as sent from it', () => {
  const { filler, type } = fillerWith()
  filler.replace('Summarise this tab.', 7)
  type('S')
  type('Summarise this tab.')
  expect(filler.promptOf('Summarise this tab.')).toBeUndefined()
})
