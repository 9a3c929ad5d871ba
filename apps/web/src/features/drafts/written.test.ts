import { expect, test } from 'vitest'
import { appended, restored } from './written.ts'

test('an earlier prompt is appended to the draft', () => {
  expect(appended('', 'Again.')).toBe('Again.')
  expect(appended(' \n', 'Again.')).toBe('Again.')
  expect(appended('My draft \n', 'Again.')).toBe('My draft\n\nAgain.')
})

test('what comes back is before what was written since', () => {
  const taken = { field: 'why', pasted: ['one'] }
  expect(restored(taken, { field: '', pasted: [] })).toEqual(taken)
  expect(restored(taken, { field: 'more', pasted: ['two'] })).toEqual({
    field: 'why\n\nmore',
    pasted: ['one', 'two'],
  })
})
