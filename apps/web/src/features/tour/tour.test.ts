import { describe, expect, test } from 'vitest'
import { placeCard } from './place.ts'
import { addressOf, moved, readScenario, type Step } from './scenario.ts'

const step = (more: object = {}) => ({ uri: '/', node: '.x', title: 'T', text: 'Words', ...more })

describe('the tour file', () => {
  test('is read with its limits, without invalid steps', () => {
    const scenario = readScenario({
      enabled: true,
      ui: { width: 5000, buttons: { next: 'Next' } },
      steps: [step({ offset: -3, pointer: false }), step({ title: '' }), 7, step()],
    })
    expect(scenario.enabled).toBe(true)
    expect(scenario.ui).toEqual({
      width: 640,
      buttons: { previous: '', cancel: '', next: 'Next', finish: '' },
    })
    expect(scenario.steps.map(({ offset, pointer }) => ({ offset, pointer }))).toEqual([
      { offset: 0, pointer: false },
      { offset: 12, pointer: true },
    ])
  })

  test('moves the card by an offset of top and left, at most 500 pixels', () => {
    const { steps } = readScenario({
      enabled: true,
      steps: [
        step({ offset: { top: -40, left: 9000 } }),
        step({ offset: { left: 'x' } }),
        step({ offset: 30 }),
      ],
    })
    expect(steps.map(({ offset, shift }) => ({ offset, shift }))).toEqual([
      { offset: 12, shift: { top: -40, left: 500 } },
      { offset: 12, shift: { top: 0, left: 0 } },
      { offset: 30, shift: { top: 0, left: 0 } },
    ])
  })

  test.each([
    [undefined],
    [{ enabled: true }],
    [{ enabled: true, steps: [{}] }],
    [{ enabled: 'yes', steps: [step()] }],
    [{ steps: [step()] }],
  ])('is disabled for %j', (value) => {
    expect(readScenario(value).enabled).toBe(false)
  })
})

test.each([
  [0, -1, 5, 0],
  [0, 1, 5, 1],
  [3, 1, 5, 4],
  [4, 1, 5, 4],
  [4, -1, 5, 3],
  [0, 1, 1, 0],
  [0, 1, 0, 0],
] as const)('moves from step %i by %i of %i to %i', (index, by, count, next) => {
  expect(moved(index, by, count)).toBe(next)
})

test.each([
  ['', 7, undefined],
  ['/', undefined, '/'],
  ['/projects/{project}', 7, '/projects/7'],
  ['/projects/{project}', undefined, undefined],
  ['//elsewhere.example/', 7, undefined],
  ['https://elsewhere.example/', 7, undefined],
])('the address of %j with project %s is %s', (uri, project, address) => {
  expect(addressOf(step({ uri }) as unknown as Step, project)).toBe(address)
})

describe('the card', () => {
  const card = { width: 360, height: 160 }
  const wide = { width: 1440, height: 900 }
  const phone = { width: 390, height: 844 }

  test.each([
    ['beside the navigation', { left: 0, top: 0, width: 248, height: 900 }, wide, 'right'],
    ['below a wide row', { left: 248, top: 48, width: 1192, height: 40 }, wide, 'below'],
    ['above the composer', { left: 434, top: 740, width: 1000, height: 140 }, wide, 'above'],
    ['left of a panel', { left: 960, top: 0, width: 480, height: 900 }, wide, 'left'],
    ['in the middle of a full-window target', { left: 0, top: 0, width: 1440, height: 900 }, wide, 'middle'],
    ['below on a phone', { left: 0, top: 0, width: 390, height: 96 }, phone, 'below'],
    ['above on a phone', { left: 0, top: 700, width: 390, height: 144 }, phone, 'above'],
  ] as const)('is placed %s', (_, target, view, side) => {
    const placed = placeCard(target, { ...card, width: Math.min(card.width, view.width - 16) }, view, 12)
    expect(placed.side).toBe(side)
    expect(placed.left).toBeGreaterThanOrEqual(8)
    expect(placed.top).toBeGreaterThanOrEqual(8)
    expect(placed.left + Math.min(card.width, view.width - 16)).toBeLessThanOrEqual(view.width - 8)
    expect(placed.top + card.height).toBeLessThanOrEqual(view.height - 8)
  })

  test('points at the middle of its target, even if it was moved into the window', () => {
    const placed = placeCard({ left: 0, top: 10, width: 100, height: 30 }, card, wide, 12)
    expect(placed).toEqual({ left: 112, top: 8, side: 'right', pointer: 20 })
    expect(placeCard({ left: 100, top: 500, width: 100, height: 30 }, card, wide, 12).pointer).toBe(80)
  })

  test('is moved by an offset of top and left, stays in the window and still points at its target', () => {
    const target = { left: 100, top: 500, width: 100, height: 30 }
    const at = placeCard(target, card, wide, 12)
    const moved = placeCard(target, card, wide, 12, { top: -40, left: 30 })
    expect(moved).toEqual({ ...at, top: at.top - 40, left: at.left + 30, pointer: at.pointer + 40 })
    expect(placeCard(target, card, wide, 12, { top: 900, left: 0 }).top).toBe(900 - 160 - 8)
  })

  test('is placed in the middle without a target', () => {
    expect(placeCard(null, card, wide, 12)).toEqual({ left: 540, top: 370, side: 'middle', pointer: 0 })
  })
})
