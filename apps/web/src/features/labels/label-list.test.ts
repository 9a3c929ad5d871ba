import { expect, test } from 'vitest'
import { labelNamed, offeredLabels, toggledId } from './label-list.ts'

const labels = ['Costs', 'Letters', 'Law'].map((name, at) => ({ id: at + 1, name, description: '' }))
const names = (chosen: number[], typed: string) =>
  offeredLabels(labels, chosen, typed).map(({ name }) => name)

test('chosen labels come first, and typing filters the list', () => {
  expect(names([], '')).toEqual(['Costs', 'Letters', 'Law'])
  expect(names([3], '')).toEqual(['Law', 'Costs', 'Letters'])
  expect(names([], 'l')).toEqual(['Letters', 'Law'])
  expect(names([], 'none')).toEqual([])
})

test('a name is taken regardless of case and surrounding spaces', () => {
  expect(labelNamed(labels, ' costs ')?.name).toBe('Costs')
  expect(labelNamed(labels, 'cost')).toBeUndefined()
})

test('choosing a label again removes it', () => {
  expect(toggledId([1], 2)).toEqual([1, 2])
  expect(toggledId([1, 2], 1)).toEqual([2])
})
